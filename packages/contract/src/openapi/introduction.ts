/** The beginning of the reference, as Markdown. Its links are those of the deployment that serves it. */
export const INTRODUCTION = `A self-hosted, multi-tenant online-store backend whose webhooks can be trusted.

**Where.** All paths are below the address of your deployment. On your own machine that is \`http://localhost:3000\`, by \`npm start\`.

**Begin** by [creating a store](/docs/reference/setup/createTenant), or with the demo store of \`npm start\`. The
[quick start](/docs/quick-start) goes on to a paid order and its webhook. There is no test mode: a second store is one, and the
payment provider \`fake\` moves no money.

**Credentials.** Operators and programs send \`Authorization: Bearer …\` to the Admin API, storefronts \`X-Publishable-Key\` to the Store
API: [Authentication](/docs/authentication).

**Errors** are \`application/problem+json\` with a stable \`code\`, a cause and a remedy: [all codes](/docs/errors). Members that an
operation doesn't know are dropped; with \`Prefer: handling=strict\` they are refused.

**Repeating.** A POST that would have its effect twice takes an \`Idempotency-Key\`: [Idempotency](/docs/idempotency). Changes
take \`If-Match\`: [Concurrency](/docs/concurrency).

**Lists** are read by page or cursor: [Paging](/docs/paging). [Rate limits](/docs/rate-limits) and [Versioning](/docs/versioning) hold
for all operations. The [JavaScript client](/docs/client) has a method for each.`;

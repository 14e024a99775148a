import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TokenQuestion {
  authorization: string | undefined;
  form: Record<string, string>;
}

export interface TokenServer {
  /** http://127.0.0.1:<port>/token */
  url: string;
  questions: TokenQuestion[];
  /** The response to every further request; by default it issues `token-1`, `token-2` and so on, for an hour. */
  answer(handler: number | 'hang' | ((response: ServerResponse, count: number) => void)): void;
  close(): Promise<void>;
}

/** A token server of OAuth 2.0 on loopback, which believes every client. */
export async function startTokenServer(): Promise<TokenServer> {
  const questions: TokenQuestion[] = [];
  let answer: Parameters<TokenServer['answer']>[0] = issue;

  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString();
    const { authorization } = request.headers;
    questions.push({ authorization, form: Object.fromEntries(new URLSearchParams(text)) });
    if (answer === 'hang') return;
    if (typeof answer === 'number') return void response.writeHead(answer).end('{"error":"invalid_client"}');
    answer(response, questions.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/token`,
    questions,
    answer(next) {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `token-<count>` for an hour. */
function issue(response: ServerResponse, count: number): void {
  issueToken(response, { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600 });
}

export function issueToken(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

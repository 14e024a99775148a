import type { StoreClient } from '@service/client-js';
import { type Html, html } from '@service/theme-sdk';
import type { Request, Response } from 'express';

interface Shop {
  get(path: string, handler: (req: Request, res: Response) => Promise<unknown>): void;
  post(path: string, handler: (req: Request) => Promise<string>): void;
  show(req: Request, res: Response, title: string, body: Html): Promise<void>;
  guestOf(req: Request): StoreClient;
}

const CODE = html`<label>Code of the message<input name="token" autocomplete="off" required></label>`;

/**
 * The pages that messages to shoppers lead to. A link carries its code behind `#`, where no server sees it, and a page
 * without a script can't read it either: the shopper copies the code, which the message shows too.
 */
export function addMailedCodes({ get, post, show, guestOf }: Shop): void {
  get('/account/verify', (req, res) =>
    show(req, res, 'Confirm your address', codeForm('Confirm your address', '/account/verify')),
  );
  post('/account/verify', async (req) => {
    await guestOf(req).verifyCustomerEmail({ body: { token: req.body.token.trim() } });
    return '/account?confirmed';
  });

  get('/account/email', (req, res) =>
    show(req, res, 'Your new address', codeForm('Use the new address', '/account/email')),
  );
  post('/account/email', async (req) => {
    await guestOf(req).confirmEmailChange({ body: { token: req.body.token.trim() } });
    return '/account?confirmed';
  });

  get('/account/reset', (req, res) => show(req, res, 'A new password', resetForms('sent' in req.query)));
  post('/account/reset/request', async (req) => {
    await guestOf(req).requestPasswordReset({ body: { email: req.body.email } });
    return '/account/reset?sent';
  });
  post('/account/reset', async (req) => {
    const { token, newPassword } = req.body;
    await guestOf(req).resetPassword({ body: { token: token.trim(), newPassword } });
    return '/account?changed';
  });
}

function codeForm(title: string, action: string): Html {
  return html`<h1>${title}</h1><form class="stack" method="post" action="${action}">${CODE}<button class="primary">${title}</button></form>`;
}

function resetForms(isSent: boolean): Html {
  return html`<h1>A new password</h1>${
    isSent && html`<p class="status">If there is an account with this address, a message is on its way.</p>`
  }<div class="columns">
    <form class="stack" method="post" action="/account/reset/request"><h2>Get a code</h2>
      <label>E-mail<input type="email" name="email" autocomplete="email" required></label><button>Send it</button></form>
    <form class="stack" method="post" action="/account/reset"><h2>Use it</h2>${CODE}
      <label>New password<input type="password" name="newPassword" autocomplete="new-password" required minlength="12" maxlength="1024"></label>
      <button class="primary">Change the password</button></form></div>`;
}

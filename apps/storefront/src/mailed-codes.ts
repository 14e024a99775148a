import { type Html, html } from '@service/theme-sdk';
import type { Reader } from './reader.ts';
import { type Routes, textOf } from './routes.ts';

/**
 * The pages that messages to shoppers lead to. A link carries its code behind `#`, where no server sees it, and a page
 * without a script can't read it either: the shopper copies the code, which the message shows too.
 */
export function addMailedCodes({ get, post, guestOf }: Routes): void {
  get('/account/verify', ({ reader, show }) => {
    const { confirmAddress } = reader.t;
    return show(confirmAddress, codeForm(reader, confirmAddress, '/account/verify'));
  });
  post('/account/verify', async (req) => {
    await guestOf(req).verifyCustomerEmail({ body: { token: textOf(req, 'token') } });
    return '/account?confirmed';
  });

  get('/account/email', ({ reader, show }) =>
    show(reader.t.yourNewAddress, codeForm(reader, reader.t.useNewAddress, '/account/email')),
  );
  post('/account/email', async (req) => {
    await guestOf(req).confirmEmailChange({ body: { token: textOf(req, 'token') } });
    return '/account?confirmed';
  });

  get('/account/reset', ({ req, reader, show }) =>
    show(reader.t.aNewPassword, resetForms(reader, 'sent' in req.query)),
  );
  post('/account/reset/request', async (req) => {
    await guestOf(req).requestPasswordReset({ body: { email: req.body.email } });
    return '/account/reset?sent';
  });
  post('/account/reset', async (req) => {
    const { newPassword } = req.body;
    await guestOf(req).resetPassword({ body: { token: textOf(req, 'token'), newPassword } });
    return '/account?changed';
  });
}

function code({ t }: Reader): Html {
  return html`<label>${t.code}<input name="token" autocomplete="off" required></label>`;
}

function codeForm(reader: Reader, title: string, action: string): Html {
  return html`<h1>${title}</h1><form class="stack" method="post" action="${action}">${code(reader)}<button class="primary">${title}</button></form>`;
}

function resetForms(reader: Reader, isSent: boolean): Html {
  const { t } = reader;
  return html`<h1>${t.aNewPassword}</h1>${isSent && html`<p class="status">${t.messageOnItsWay}</p>`}<div class="columns">
    <form class="stack" method="post" action="/account/reset/request"><h2>${t.getCode}</h2>
      <label>${t.email}<input type="email" name="email" autocomplete="email" required></label><button>${t.sendCode}</button></form>
    <form class="stack" method="post" action="/account/reset"><h2>${t.useCode}</h2>${code(reader)}
      <label>${t.newPassword}<input type="password" name="newPassword" autocomplete="new-password" required minlength="12" maxlength="1024"></label>
      <button class="primary">${t.changePassword}</button></form></div>`;
}

import { test } from 'node:test';
import { paymentConformance } from '@service/module-sdk/testing';
import { BANK_KEY, startBank } from './bank.js';
import bankLink from './index.js';

/** A provider of a key, and a bank that nobody else has. */
async function open() {
  const bank = await startBank();
  const account = { id: 'account-1', provider: 'bank-link', webhookSecret: null };
  const { 'bank-link': openAccount } = bankLink.paymentProviders;
  const providerOf = (secretKey) => openAccount({ ...account, secretKey }, { config: { apiUrl: bank.url } });
  return {
    provider: providerOf(BANK_KEY),
    withWrongKey: providerOf('another'),
    pay: bank.pay,
    callback({ providerPaymentId }, secret) {
      bank.pay(providerPaymentId);
      return bank.callback(providerPaymentId, secret);
    },
    close: bank.close,
  };
}

for (const { name, run } of paymentConformance(open)) test(name, run);

import { Type } from 'typebox';
import { id, nullable, object, stringEnum } from '../schema.ts';

const shown = {
  paymentAccountId: nullable(id, { description: 'Null: the account of the deployment' }),
  provider: Type.String(),
  publishableKey: nullable(Type.String(), { description: 'The provider’s key for pages' }),
  instructions: nullable(Type.String(), {
    description:
      'For a payment by hand: the instructions for the shopper, such as the number of a bank account, in the language of the cart or the order',
  }),
};

export const paymentMethod = object({
  ...shown,
  name: Type.String({
    description:
      'In the cart’s language, else the store’s; without one how it is paid, such as “Card or wallet”',
  }),
  isChosen: Type.Boolean({
    description: 'Whether the open payment of an order is made with it; before the checkout none is',
  }),
});

export const paymentMethods = object({ items: Type.Array(paymentMethod) });

const NEEDS = ['client_secret', 'redirect', 'instructions', 'nothing'] as const;

/** The data that a shopper needs to pay. */
export const openedPayment = object({
  id,
  providerPaymentId: Type.String(),
  clientSecret: Type.String({
    description: 'For the provider’s own script in the storefront; empty where it has none',
  }),
  redirectUrl: nullable(Type.String(), { description: 'Where the shopper pays, at the provider' }),
  ...shown,
  needs: Type.Unsafe<(typeof NEEDS)[number]>({
    ...stringEnum(NEEDS),
    description:
      'What the shopper needs to pay: the provider’s script with `clientSecret` and `publishableKey`, the page at `redirectUrl`, or `instructions`',
  }),
});

export const paymentOfOrder = object({ payment: openedPayment });

export const paymentChoice = object({
  paymentAccountId: Type.Optional(
    Type.Unsafe<string>({ ...id, description: 'One that GET …/payment-methods lists' }),
  ),
});

export const examplePaymentMethods = [
  {
    paymentAccountId: '1b7f0a52-6d3e-4c51-9a8e-0f2d4c6b8a10',
    provider: 'stripe',
    publishableKey: 'pk_live_51Hxx',
    instructions: null,
    name: 'Karte',
    isChosen: false,
  },
  {
    paymentAccountId: '2c8f0a52-6d3e-4c51-9a8e-0f2d4c6b8a11',
    provider: 'manual',
    publishableKey: null,
    instructions: 'IBAN AT61 1904 3002 3457 3201',
    name: 'Überweisung',
    isChosen: false,
  },
];

export const exampleOpenedPayment = {
  id: 'e4c2a3b4-5d6e-4f70-8a91-b2c3d4e5f612',
  providerPaymentId: 'pi_3mWb0Jq4oYcL8s2d',
  clientSecret: 'pi_3mWb0Jq4oYcL8s2d_secret_r5WkT0g6x9aVn7uQ',
  redirectUrl: null,
  paymentAccountId: '1b7f0a52-6d3e-4c51-9a8e-0f2d4c6b8a10',
  provider: 'stripe',
  publishableKey: 'pk_live_51Hxx',
  instructions: null,
  needs: 'client_secret' as const,
};

import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID, ORDER_STATUSES } from '../events.ts';
import { defineOperation } from '../operation.ts';
import {
  amount,
  email,
  id,
  idParams,
  list,
  nullable,
  object,
  page,
  pageSize,
  password,
  stringEnum,
  timestamp,
} from '../schema.ts';
import { address, exampleAddress } from './carts.ts';
import {
  customerAddress,
  exampleCustomerAddress,
  exampleProfile,
  profile,
  profileChange,
} from './customers.ts';

const tag = 'Customer accounts';
const store = { kind: 'store' } as const;
const signedIn = { kind: 'customer' } as const;
/** The single-use token in the body is the credential; it names the store too. */
const byToken = { kind: 'public' } as const;

const givenPassword = Type.String({ minLength: 1, maxLength: 1024 });
const token = Type.String({ minLength: 1, maxLength: 255, description: 'Single-use, from the message' });
const ownProfile = { status: 200, description: 'The customer', schema: profile } as const;
const exampleToken = 'pt_kFJ3S0aXQ2m7b8Yy2l0cV1…';

export const registerCustomer = defineOperation({
  id: 'registerCustomer',
  method: 'POST',
  path: '/store/v1/customers',
  tag,
  summary: 'Register',
  description: 'Makes an account and sends a message that verifies the address.',
  auth: store,
  body: object({ email, password, name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) }),
  response: { ...ownProfile, status: 201 },
  errors: ['duplicate_email'],
  examples: {
    body: { email: 'ada@example.com', password: 'a long enough password', name: 'Ada Lovelace' },
    response: { ...exampleProfile, emailVerified: false, isB2b: false, vatNumber: null, vatStatus: null },
  },
});

export const verifyCustomerEmail = defineOperation({
  id: 'verifyCustomerEmail',
  method: 'POST',
  path: '/store/v1/customers/verify',
  tag,
  summary: 'Verify the e-mail address',
  description: 'With the token of the message, valid for 3 days.',
  withoutKey: 'the token works once.',
  auth: byToken,
  body: object({ token }),
  response: ownProfile,
  errors: ['token_invalid'],
  examples: { body: { token: exampleToken }, response: exampleProfile },
});

export const loginCustomer = defineOperation({
  id: 'loginCustomer',
  method: 'POST',
  path: '/store/v1/customers/login',
  tag,
  summary: 'Log in',
  description:
    'Answers a session token for `Authorization: Bearer …`, valid for 30 days. After several failures the delays grow, by account and by network address; nobody is locked out.',
  withoutKey: 'each login is a session of its own.',
  auth: store,
  body: object({ email, password: givenPassword }),
  response: {
    status: 200,
    description: 'The session',
    schema: object({ token: Type.String(), expiresAt: timestamp, customer: profile }),
  },
  errors: ['invalid_credentials'],
  examples: {
    body: { email: 'ada@example.com', password: 'a long enough password' },
    response: {
      token: 'cs_kFJ3S0aXQ2m7b8Yy2l0cV1…',
      expiresAt: '2026-02-14T09:30:00.000Z',
      customer: exampleProfile,
    },
  },
});

export const logoutCustomer = defineOperation({
  id: 'logoutCustomer',
  method: 'POST',
  path: '/store/v1/customers/logout',
  tag,
  summary: 'Log out',
  description: 'Ends this session and no other.',
  withoutKey: 'a session that has ended stays so.',
  auth: signedIn,
  response: { status: 204, description: 'The session is ended' },
  errors: [],
  examples: {},
});

export const getOwnProfile = defineOperation({
  id: 'getOwnProfile',
  method: 'GET',
  path: '/store/v1/customers/me',
  tag,
  summary: 'Get my profile',
  description: 'The signed-in customer.',
  auth: signedIn,
  response: ownProfile,
  errors: [],
  examples: { response: exampleProfile },
});

export const updateOwnProfile = defineOperation({
  id: 'updateOwnProfile',
  method: 'PATCH',
  path: '/store/v1/customers/me',
  tag,
  summary: 'Update my profile',
  description:
    'Absent members stay, null clears. When the VAT number changes, the check runs again; the same number in another notation is no change.',
  auth: signedIn,
  ifMatch: 'customer',
  body: profileChange,
  response: ownProfile,
  errors: [],
  examples: { body: { name: 'Ada King' }, response: { ...exampleProfile, name: 'Ada King' } },
});

export const requestVerification = defineOperation({
  id: 'requestVerification',
  method: 'POST',
  path: '/store/v1/customers/me/verification',
  tag,
  summary: 'Send the verification message again',
  description: 'An address that is verified already gets none.',
  auth: signedIn,
  response: { status: 202, description: 'The message is on its way' },
  errors: [],
  examples: {},
});

export const changeOwnPassword = defineOperation({
  id: 'changeOwnPassword',
  method: 'POST',
  path: '/store/v1/customers/me/password',
  tag,
  summary: 'Change my password',
  description: 'Ends every other session of the customer; this one goes on.',
  auth: signedIn,
  body: object({ currentPassword: givenPassword, newPassword: password }),
  response: { status: 204, description: 'Changed' },
  errors: ['step_up_failed'],
  examples: {
    body: { currentPassword: 'a long enough password', newPassword: 'another long password' },
  },
});

export const requestEmailChange = defineOperation({
  id: 'requestEmailChange',
  method: 'POST',
  path: '/store/v1/customers/me/email/change',
  tag,
  summary: 'Request an email change',
  description:
    'The current password is the step-up proof. The address changes when the new one is confirmed, within the hour; the old one is told. The answer doesn’t say whether the new address has an account.',
  auth: signedIn,
  body: object({ newEmail: email, currentPassword: givenPassword }),
  response: { status: 202, description: 'The messages are on their way' },
  errors: ['step_up_failed'],
  examples: { body: { newEmail: 'ada@new.example', currentPassword: 'a long enough password' } },
});

export const confirmEmailChange = defineOperation({
  id: 'confirmEmailChange',
  method: 'POST',
  path: '/store/v1/customers/email/confirm',
  tag,
  summary: 'Confirm an email change',
  description: 'Switches the address, which must still be free. The old address is told.',
  withoutKey: 'the token works once.',
  auth: byToken,
  body: object({ token }),
  response: ownProfile,
  errors: ['token_invalid', 'duplicate_email'],
  examples: { body: { token: exampleToken }, response: { ...exampleProfile, email: 'ada@new.example' } },
});

export const requestPasswordReset = defineOperation({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/store/v1/customers/reset/request',
  tag,
  summary: 'Request a password reset',
  description: 'Always 202; a message goes out only if the address has an account.',
  auth: store,
  body: object({ email }),
  response: { status: 202, description: 'If there is such an account, the message is on its way' },
  errors: [],
  examples: { body: { email: 'ada@example.com' } },
});

export const resetPassword = defineOperation({
  id: 'resetPassword',
  method: 'POST',
  path: '/store/v1/customers/reset',
  tag,
  summary: 'Complete a password reset',
  description: 'The token works once, within 30 minutes. Ends all sessions of the customer.',
  withoutKey: 'the token works once.',
  auth: byToken,
  body: object({ token, newPassword: password }),
  response: { status: 204, description: 'The password is set and every session is ended' },
  errors: ['token_invalid'],
  examples: { body: { token: exampleToken, newPassword: 'another long password' } },
});

const oneAddress = { status: 200, description: 'The address', schema: customerAddress } as const;

export const listOwnAddresses = defineOperation({
  id: 'listOwnAddresses',
  method: 'GET',
  path: '/store/v1/customers/me/addresses',
  tag,
  summary: 'List my addresses',
  description: 'The address book, newest first.',
  auth: signedIn,
  query: object({ page, pageSize }),
  response: { status: 200, description: 'A page of addresses', schema: list(customerAddress) },
  errors: [],
  examples: { response: { items: [exampleCustomerAddress], total: 1, page: 1, pageSize: 20 } },
});

export const createOwnAddress = defineOperation({
  id: 'createOwnAddress',
  method: 'POST',
  path: '/store/v1/customers/me/addresses',
  tag,
  summary: 'Add an address',
  description: 'The fields and limits of a shipping address.',
  auth: signedIn,
  body: address,
  response: { ...oneAddress, status: 201 },
  errors: [],
  examples: { body: exampleAddress, response: exampleCustomerAddress },
});

export const replaceOwnAddress = defineOperation({
  id: 'replaceOwnAddress',
  method: 'PUT',
  path: '/store/v1/customers/me/addresses/{id}',
  tag,
  summary: 'Replace an address',
  description: 'The whole address; what is absent is cleared.',
  auth: signedIn,
  ifMatch: 'address',
  params: idParams,
  body: address,
  response: oneAddress,
  errors: [],
  examples: { body: exampleAddress, response: exampleCustomerAddress },
});

export const deleteOwnAddress = defineOperation({
  id: 'deleteOwnAddress',
  method: 'DELETE',
  path: '/store/v1/customers/me/addresses/{id}',
  tag,
  summary: 'Delete an address',
  description: 'Orders keep their own copy.',
  auth: signedIn,
  ifMatch: 'address',
  params: idParams,
  response: { status: 204, description: 'Deleted' },
  errors: [],
  examples: {},
});

const orderSummary = {
  id,
  number: Type.Integer(),
  status: stringEnum(ORDER_STATUSES),
  currency: Type.String(),
  subtotal: amount,
  shippingTotal: amount,
  total: amount,
  createdAt: timestamp,
};

const exampleOrder = {
  id: EXAMPLE_ORDER_ID,
  number: 1001,
  status: 'paid' as const,
  currency: 'EUR',
  subtotal: 2500,
  shippingTotal: 0,
  total: 2500,
  createdAt: '2026-01-15T09:31:00.000Z',
};

export const listOwnOrders = defineOperation({
  id: 'listOwnOrders',
  method: 'GET',
  path: '/store/v1/customers/me/orders',
  tag,
  summary: 'List my orders',
  description: 'Orders that were checked out while signed in, newest first.',
  auth: signedIn,
  query: object({ page, pageSize }),
  response: { status: 200, description: 'A page of orders', schema: list(object(orderSummary)) },
  errors: [],
  examples: { response: { items: [exampleOrder], total: 1, page: 1, pageSize: 20 } },
});

export const getOwnOrder = defineOperation({
  id: 'getOwnOrder',
  method: 'GET',
  path: '/store/v1/customers/me/orders/{id}',
  tag,
  summary: 'Get one of my orders',
  description: 'With its lines and addresses.',
  auth: signedIn,
  params: idParams,
  response: {
    status: 200,
    description: 'The order',
    schema: object({
      ...orderSummary,
      shippingAddress: nullable(address),
      billingAddress: nullable(address),
      lines: Type.Array(
        object({
          id,
          variantId: id,
          sku: Type.String(),
          title: Type.String(),
          quantity: Type.Integer(),
          unitAmount: amount,
        }),
      ),
    }),
  },
  errors: [],
  examples: {
    response: {
      ...exampleOrder,
      shippingAddress: exampleAddress,
      billingAddress: null,
      lines: [
        {
          id: 'e5c2a3b4-5d6e-4f70-8a91-b2c3d4e5f613',
          variantId: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608',
          sku: 'TEA-1',
          title: 'Darjeeling',
          quantity: 2,
          unitAmount: 1250,
        },
      ],
    },
  },
});

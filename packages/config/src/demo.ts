/** The owner of the demo store, which `npm start` creates in development. The README has the password, too. */
export const DEMO_OPERATOR = { email: 'demo@commerce.example', password: 'demo-password-1234' };

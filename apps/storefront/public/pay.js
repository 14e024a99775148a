// Pays an order in Stripe's own form (the Payment Element), which is shown by Stripe's script and holds what the shopper types: this
// page doesn't see it.

const form = document.querySelector('#payment');
const notice = form.querySelector('.notice');
const button = form.querySelector('button');
const { path, account, key, language, failed } = form.dataset;

form.hidden = false;
button.disabled = true;
open().catch(() => say(failed));

async function open() {
  const response = await fetch(`${path}/payment`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(account ? { paymentAccountId: account } : {}),
  });
  if (!response.ok) throw new Error(`The payment was not opened: ${response.status}`);
  const { clientSecret } = await response.json();
  const stripe = window.Stripe(key, { locale: language });
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe';
  const elements = stripe.elements({ clientSecret, appearance: { theme } });
  const element = elements.create('payment');
  element.on('ready', () => {
    button.disabled = false;
  });
  element.on('loaderror', () => say(failed));
  element.mount('#payment-element');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    pay(stripe, elements).catch(() => say(failed));
  });
}

/** Leaves the page where it succeeds. */
async function pay(stripe, elements) {
  button.disabled = true;
  notice.hidden = true;
  const confirmParams = { return_url: location.origin + path };
  try {
    const { error } = await stripe.confirmPayment({ elements, confirmParams });
    say(error.message ?? failed);
  } finally {
    button.disabled = false;
  }
}

function say(text) {
  notice.textContent = text;
  notice.hidden = false;
}

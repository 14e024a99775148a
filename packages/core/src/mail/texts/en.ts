import { type MailTexts, paragraphs } from '../templates.ts';

export const EN: MailTexts = {
  words: {
    discount: 'Discount',
    shipping: 'Shipping',
    tax: 'VAT',
    total: 'Total',
    carrier: 'Carrier',
    trackingNumber: 'Tracking number',
    track: 'Follow the parcel',
    pay: 'Pay the order',
    code: (validFor) => `Your code (valid for ${validFor}):`,
    actions: {
      verify: { label: 'Confirm the address', validFor: '3 days' },
      reset: { label: 'Choose a new password', validFor: '30 minutes' },
      email: { label: 'Use this address', validFor: '1 hour' },
      'reset-password': { label: 'Choose a new password', validFor: '30 minutes' },
      'accept-invitation': { label: 'Accept the invitation', validFor: '7 days' },
    },
  },
  mails: {
    order_placed: {
      subject: 'Please pay for your order {{ order_number }} at {{ store_name }}',
      body: paragraphs(
        'Thank you for your order {{ order_number }}. We keep the goods for you. Please pay {{ total }}{% if pay_by %} by {{ pay_by }}{% endif %}, and name the order’s number.',
        '{{ instructions }}',
        '{{ order_table }}',
      ),
    },
    payment_link: {
      subject: 'Please pay for your order {{ order_number }} at {{ store_name }}',
      body: paragraphs(
        'We have put together order {{ order_number }} for you, and keep the goods. Please pay {{ total }}{% if pay_by %} by {{ pay_by }}{% endif %}.',
        '{{ payment_button }}',
        '{{ order_table }}',
      ),
    },
    order_confirmation: {
      subject: 'Your order {{ order_number }} at {{ store_name }}',
      body: paragraphs(
        '{% if exchange_of %}Order {{ order_number }} sends you what you chose for the goods of order {{ exchange_of }} that came back.{% else %}Thank you for your order {{ order_number }}. We have received your payment.{% endif %}',
        '{{ order_table }}',
      ),
    },
    payment_failed: {
      subject: 'Your payment for order {{ order_number }} at {{ store_name }} failed',
      body: paragraphs(
        'The payment of {{ total }} for your order {{ order_number }} didn’t go through. No money was taken.',
        'We keep the order for a short time: please try again in our shop, perhaps by another way to pay. If you have paid meanwhile, you can ignore this message.',
      ),
    },
    order_shipped: {
      subject: 'Your order {{ order_number }} at {{ store_name }} is on its way',
      body: paragraphs(
        '{% if is_part %}A part of your order {{ order_number }} has left us. The rest follows.{% else %}Your order {{ order_number }} has left us.{% endif %}',
        '{{ goods_table }}',
        '{{ tracking_button }}',
      ),
    },
    order_ready: {
      subject: 'Your order {{ order_number }} at {{ store_name }} can be picked up',
      body: paragraphs(
        'Your order {{ order_number }} waits for you: {{ pickup_place }}.',
        '{{ goods_table }}',
        '{% if opening_hours_table %}Opening hours:',
        '{{ opening_hours_table }}{% endif %}',
        '{{ pickup_note }}',
      ),
    },
    order_cancelled: {
      subject: 'Your order {{ order_number }} at {{ store_name }} was cancelled',
      body: paragraphs(
        '{% if is_unpaid %}We haven’t received a payment for your order {{ order_number }}, so it was cancelled.',
        'If you still want the goods, please order again.{% else %}Your order {{ order_number }} was cancelled.',
        'If you have paid already, you will hear from us about your money.{% endif %}',
      ),
    },
    order_refunded: {
      subject: 'A refund for your order {{ order_number }} at {{ store_name }}',
      body: paragraphs(
        '{{ amount }} of your order {{ order_number }} is on its way back to you, by the way you paid. Depending on your bank this takes some days.',
      ),
    },
    return_requested: {
      subject: 'Your return of order {{ order_number }} at {{ store_name }}',
      body: paragraphs(
        'We have received your request and will answer it soon. It is about:',
        '{{ goods_table }}',
      ),
    },
    return_approved: {
      subject: 'Please send back goods of order {{ order_number }} at {{ store_name }}',
      body: paragraphs('Your return is agreed. Please send us:', '{{ goods_table }}', '{{ note }}'),
    },
    return_rejected: {
      subject: 'Your return of order {{ order_number }} at {{ store_name }} was declined',
      body: paragraphs('We can’t take back these goods:', '{{ goods_table }}', '{{ note }}'),
    },
    return_received: {
      subject: 'Your return of order {{ order_number }} has reached {{ store_name }}',
      body: paragraphs(
        'We have received these goods:',
        '{{ goods_table }}',
        'We will tell you what comes next.',
      ),
    },
    withdrawal_received: {
      subject: 'Your withdrawal from order {{ order_number }} at {{ store_name }}',
      body: paragraphs(
        'We received your withdrawal from order {{ order_number }} on {{ received_at }}. It is about:',
        '{{ goods_table }}',
        'We won’t send these goods for now. You will hear from us about your money.',
      ),
    },
    verification: {
      subject: 'Confirm your e-mail address for {{ store_name }}',
      body: paragraphs(
        'You now have an account at {{ store_name }}. Please confirm that this address is yours.',
        '{{ code }}',
      ),
    },
    password_reset: {
      subject: 'Reset your password for {{ store_name }}',
      body: paragraphs(
        '{% if name %}Hello {{ name }},{% endif %}',
        'Somebody, probably you, asked to reset the password of your account at {{ store_name }}.',
        'If this was not you, you can ignore this message: nothing changes without the code in it.',
        '{{ code }}',
      ),
    },
    password_changed: {
      subject: 'Your password for {{ store_name }} was changed',
      body: paragraphs(
        '{% if name %}Hello {{ name }},{% endif %}',
        'The password of your account at {{ store_name }} was changed.',
        'If this was not you, reset your password now and contact us.',
      ),
    },
    email_change: {
      subject: 'Confirm your new e-mail address for {{ store_name }}',
      body: paragraphs(
        'Somebody entered this address as the new address of an account at {{ store_name }}.',
        'If this was not you, you can ignore this message: nothing changes without the code in it.',
        '{{ code }}',
      ),
    },
    email_taken: {
      subject: 'Your e-mail address at {{ store_name }}',
      body: paragraphs(
        'Somebody asked to use this address for another account at {{ store_name }}. This address already has an account, so nothing was changed.',
        'If this was you, log in with this address, or reset its password.',
      ),
    },
    email_change_requested: {
      subject: 'A new e-mail address for your account at {{ store_name }}',
      body: paragraphs(
        '{% if name %}Hello {{ name }},{% endif %}',
        'Somebody with your password asked to change the address of your account at {{ store_name }} to {{ new_email }}. It changes when that address is confirmed.',
        'If this was not you, reset your password now and contact us.',
      ),
    },
    email_changed: {
      subject: 'The e-mail address of your account at {{ store_name }} was changed',
      body: paragraphs(
        '{% if name %}Hello {{ name }},{% endif %}',
        'Your account at {{ store_name }} now has the address {{ new_email }}.',
        'If this was not you, reset your password now and contact us.',
      ),
    },
    operator_password_reset: {
      subject: 'Reset your operator password for {{ store_name }}',
      body: paragraphs(
        '{% if name %}Hello {{ name }},{% endif %}',
        'Somebody, probably you, asked to reset your operator password for {{ store_name }}.',
        'If this was not you, you can ignore this message: nothing changes without the code in it.',
        '{{ code }}',
      ),
    },
    invitation: {
      subject: 'You are invited to {{ store_name }}',
      body: paragraphs(
        `{{ inviter | default: 'An operator' }} invites you to work on {{ store_name }} as {{ role }}.`,
        '{{ code }}',
      ),
    },
  },
};

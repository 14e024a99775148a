import { type MailTexts, paragraphs } from '../templates.ts';

export const FR: MailTexts = {
  words: {
    discount: 'Remise',
    shipping: 'Livraison',
    tax: 'TVA',
    total: 'Total',
    carrier: 'Transporteur',
    trackingNumber: 'Numéro de suivi',
    track: 'Suivre le colis',
    pay: 'Payer la commande',
    code: (validFor) => `Votre code (valable ${validFor}) :`,
    actions: {
      verify: { label: 'Confirmer l’adresse', validFor: '3 jours' },
      reset: { label: 'Choisir un nouveau mot de passe', validFor: '30 minutes' },
      email: { label: 'Utiliser cette adresse', validFor: '1 heure' },
      'reset-password': { label: 'Choisir un nouveau mot de passe', validFor: '30 minutes' },
      'accept-invitation': { label: 'Accepter l’invitation', validFor: '7 jours' },
    },
  },
  mails: {
    order_placed: {
      subject: 'Veuillez payer votre commande {{ order_number }} chez {{ store_name }}',
      body: paragraphs(
        'Merci pour votre commande {{ order_number }}. Nous gardons les articles pour vous. Veuillez payer {{ total }}{% if pay_by %} d’ici le {{ pay_by }}{% endif %}, en indiquant le numéro de la commande.',
        '{{ instructions }}',
        '{{ order_table }}',
      ),
    },
    payment_link: {
      subject: 'Veuillez régler votre commande {{ order_number }} chez {{ store_name }}',
      body: paragraphs(
        'Nous avons préparé la commande {{ order_number }} pour vous et gardons les articles. Veuillez régler {{ total }}{% if pay_by %} avant le {{ pay_by }} inclus{% endif %}.',
        '{{ payment_button }}',
        '{{ order_table }}',
      ),
    },
    order_confirmation: {
      subject: 'Votre commande {{ order_number }} chez {{ store_name }}',
      body: paragraphs(
        '{% if exchange_of %}La commande {{ order_number }} vous apporte ce que vous avez choisi pour les articles retournés de la commande {{ exchange_of }}.{% else %}Merci pour votre commande {{ order_number }}. Nous avons bien reçu votre paiement.{% endif %}',
        '{{ order_table }}',
      ),
    },
    payment_failed: {
      subject: 'Le paiement de votre commande {{ order_number }} chez {{ store_name }} a échoué',
      body: paragraphs(
        'Le paiement de {{ total }} pour votre commande {{ order_number }} n’a pas abouti. Aucune somme n’a été prélevée.',
        'Nous gardons la commande quelque temps : veuillez réessayer dans notre boutique, éventuellement avec un autre moyen de paiement. Si vous avez payé entre-temps, ignorez ce message.',
      ),
    },
    order_shipped: {
      subject: 'Votre commande {{ order_number }} chez {{ store_name }} est en route',
      body: paragraphs(
        '{% if is_part %}Une partie de votre commande {{ order_number }} a été expédiée. Le reste suivra.{% else %}Votre commande {{ order_number }} a été expédiée.{% endif %}',
        '{{ goods_table }}',
        '{{ tracking_button }}',
      ),
    },
    order_ready: {
      subject: 'Votre commande {{ order_number }} chez {{ store_name }} est prête',
      body: paragraphs(
        'Votre commande {{ order_number }} vous attend : {{ pickup_place }}.',
        '{{ goods_table }}',
        '{% if opening_hours_table %}Horaires d’ouverture :',
        '{{ opening_hours_table }}{% endif %}',
        '{{ pickup_note }}',
      ),
    },
    order_cancelled: {
      subject: 'Votre commande {{ order_number }} chez {{ store_name }} a été annulée',
      body: paragraphs(
        '{% if is_unpaid %}Nous n’avons reçu aucun paiement pour votre commande {{ order_number }} : elle a été annulée.',
        'Si vous souhaitez toujours ces articles, veuillez commander à nouveau.{% else %}Votre commande {{ order_number }} a été annulée.',
        'Si vous avez déjà payé, nous vous écrirons au sujet de votre remboursement.{% endif %}',
      ),
    },
    order_refunded: {
      subject: 'Un remboursement pour votre commande {{ order_number }} chez {{ store_name }}',
      body: paragraphs(
        'Nous vous remboursons {{ amount }} de votre commande {{ order_number }} par le moyen de paiement utilisé. Selon votre banque, cela prend quelques jours.',
      ),
    },
    return_requested: {
      subject: 'Votre retour de la commande {{ order_number }} chez {{ store_name }}',
      body: paragraphs(
        'Nous avons reçu votre demande et vous répondrons bientôt. Elle concerne :',
        '{{ goods_table }}',
      ),
    },
    return_approved: {
      subject: 'Veuillez renvoyer des articles de la commande {{ order_number }} à {{ store_name }}',
      body: paragraphs(
        'Votre retour est accepté. Veuillez nous renvoyer :',
        '{{ goods_table }}',
        '{{ note }}',
      ),
    },
    return_rejected: {
      subject: 'Votre retour de la commande {{ order_number }} chez {{ store_name }} a été refusé',
      body: paragraphs('Nous ne pouvons pas reprendre ces articles :', '{{ goods_table }}', '{{ note }}'),
    },
    return_received: {
      subject: 'Votre retour de la commande {{ order_number }} est arrivé chez {{ store_name }}',
      body: paragraphs(
        'Nous avons reçu ces articles :',
        '{{ goods_table }}',
        'Nous vous dirons quelle est la suite.',
      ),
    },
    withdrawal_received: {
      subject: 'Votre rétractation de la commande {{ order_number }} chez {{ store_name }}',
      body: paragraphs(
        'Nous avons reçu votre rétractation de la commande {{ order_number }} le {{ received_at }}. Elle concerne :',
        '{{ goods_table }}',
        'Nous n’envoyons pas ces articles pour l’instant et vous écrirons au sujet de votre remboursement.',
      ),
    },
    verification: {
      subject: 'Confirmez votre adresse e-mail pour {{ store_name }}',
      body: paragraphs(
        'Vous avez désormais un compte chez {{ store_name }}. Veuillez confirmer que cette adresse est la vôtre.',
        '{{ code }}',
      ),
    },
    password_reset: {
      subject: 'Réinitialisez votre mot de passe pour {{ store_name }}',
      body: paragraphs(
        '{% if name %}Bonjour {{ name }},{% endif %}',
        'Quelqu’un, sans doute vous, a demandé à réinitialiser le mot de passe de votre compte chez {{ store_name }}.',
        'Si vous n’en êtes pas à l’origine, ignorez ce message : rien ne change sans le code qu’il contient.',
        '{{ code }}',
      ),
    },
    password_changed: {
      subject: 'Votre mot de passe pour {{ store_name }} a été modifié',
      body: paragraphs(
        '{% if name %}Bonjour {{ name }},{% endif %}',
        'Le mot de passe de votre compte chez {{ store_name }} a été modifié.',
        'Si vous n’en êtes pas à l’origine, réinitialisez votre mot de passe sans attendre et contactez-nous.',
      ),
    },
    email_change: {
      subject: 'Confirmez votre nouvelle adresse e-mail pour {{ store_name }}',
      body: paragraphs(
        'Quelqu’un a indiqué cette adresse comme nouvelle adresse d’un compte chez {{ store_name }}.',
        'Si vous n’en êtes pas à l’origine, ignorez ce message : rien ne change sans le code qu’il contient.',
        '{{ code }}',
      ),
    },
    email_taken: {
      subject: 'Votre adresse e-mail chez {{ store_name }}',
      body: paragraphs(
        'Quelqu’un a demandé à utiliser cette adresse pour un autre compte chez {{ store_name }}. Elle a déjà un compte : rien n’a été modifié.',
        'Si c’était vous, connectez-vous avec cette adresse ou réinitialisez son mot de passe.',
      ),
    },
    email_change_requested: {
      subject: 'Une nouvelle adresse e-mail pour votre compte chez {{ store_name }}',
      body: paragraphs(
        '{% if name %}Bonjour {{ name }},{% endif %}',
        'Quelqu’un qui connaît votre mot de passe a demandé à remplacer l’adresse de votre compte chez {{ store_name }} par {{ new_email }}. Elle sera remplacée dès que cette nouvelle adresse sera confirmée.',
        'Si vous n’en êtes pas à l’origine, réinitialisez votre mot de passe sans attendre et contactez-nous.',
      ),
    },
    email_changed: {
      subject: 'L’adresse e-mail de votre compte chez {{ store_name }} a été modifiée',
      body: paragraphs(
        '{% if name %}Bonjour {{ name }},{% endif %}',
        'Votre compte chez {{ store_name }} a désormais l’adresse {{ new_email }}.',
        'Si vous n’en êtes pas à l’origine, réinitialisez votre mot de passe sans attendre et contactez-nous.',
      ),
    },
    operator_password_reset: {
      subject: 'Réinitialisez votre mot de passe d’administration pour {{ store_name }}',
      body: paragraphs(
        '{% if name %}Bonjour {{ name }},{% endif %}',
        'Quelqu’un, sans doute vous, a demandé à réinitialiser votre mot de passe d’administration pour {{ store_name }}.',
        'Si vous n’en êtes pas à l’origine, ignorez ce message : rien ne change sans le code qu’il contient.',
        '{{ code }}',
      ),
    },
    invitation: {
      subject: 'Vous êtes invité à rejoindre {{ store_name }}',
      body: paragraphs(
        `{{ inviter | default: 'Un membre de l’équipe' }} vous invite à travailler sur {{ store_name }} (rôle : {{ role }}).`,
        '{{ code }}',
      ),
    },
  },
};

import {
  dueOf,
  type MailTexts,
  momentOf,
  moneyOf,
  orderRows,
  shipmentRows,
  trackingLink,
  unitRows,
} from '../templates.ts';

const IGNORE =
  'Si vous n’en êtes pas à l’origine, ignorez ce message : rien ne change sans le code qu’il contient.';
const ACT =
  'Si vous n’en êtes pas à l’origine, réinitialisez votre mot de passe sans attendre et contactez-nous.';

const COSTS = {
  discount: 'Remise',
  shipping: 'Livraison',
  tax: 'TVA',
  total: 'Total',
};

export const FR: MailTexts = {
  hello: (name) => `Bonjour ${name},`,
  yourCode: (validFor) => `Votre code (valable ${validFor}) :`,
  verification: (_data, store) => ({
    subject: `Confirmez votre adresse e-mail pour ${store}`,
    paragraphs: [
      `Vous avez désormais un compte chez ${store}. Veuillez confirmer que cette adresse est la vôtre.`,
    ],
    action: { label: 'Confirmer l’adresse', page: 'verify', validFor: '3 jours' },
  }),
  password_reset: ({ name }, store) => ({
    subject: `Réinitialisez votre mot de passe pour ${store}`,
    greeting: name,
    paragraphs: [
      `Quelqu’un, sans doute vous, a demandé à réinitialiser le mot de passe de votre compte chez ${store}.`,
      IGNORE,
    ],
    action: { label: 'Choisir un nouveau mot de passe', page: 'reset', validFor: '30 minutes' },
  }),
  operator_password_reset: ({ name }, store) => ({
    subject: `Réinitialisez votre mot de passe d’administration pour ${store}`,
    greeting: name,
    paragraphs: [
      `Quelqu’un, sans doute vous, a demandé à réinitialiser votre mot de passe d’administration pour ${store}.`,
      IGNORE,
    ],
    action: { label: 'Choisir un nouveau mot de passe', page: 'reset-password', validFor: '30 minutes' },
  }),
  password_changed: ({ name }, store) => ({
    subject: `Votre mot de passe pour ${store} a été modifié`,
    greeting: name,
    paragraphs: [`Le mot de passe de votre compte chez ${store} a été modifié.`, ACT],
  }),
  email_change: (_data, store) => ({
    subject: `Confirmez votre nouvelle adresse e-mail pour ${store}`,
    paragraphs: [
      `Quelqu’un a indiqué cette adresse comme nouvelle adresse d’un compte chez ${store}.`,
      IGNORE,
    ],
    action: { label: 'Utiliser cette adresse', page: 'email', validFor: '1 heure' },
  }),
  email_taken: (_data, store) => ({
    subject: `Votre adresse e-mail chez ${store}`,
    paragraphs: [
      `Quelqu’un a demandé à utiliser cette adresse pour un autre compte chez ${store}. Elle a déjà un compte : rien n’a été modifié.`,
      'Si c’était vous, connectez-vous avec cette adresse ou réinitialisez son mot de passe.',
    ],
  }),
  email_change_requested: ({ name, newEmail }, store) => ({
    subject: `Une nouvelle adresse e-mail pour votre compte chez ${store}`,
    greeting: name,
    paragraphs: [
      `Quelqu’un qui connaît votre mot de passe a demandé à remplacer l’adresse de votre compte chez ${store} par ${newEmail}. Elle sera remplacée dès que cette nouvelle adresse sera confirmée.`,
      ACT,
    ],
  }),
  email_changed: ({ name, newEmail }, store) => ({
    subject: `L’adresse e-mail de votre compte chez ${store} a été modifiée`,
    greeting: name,
    paragraphs: [`Votre compte chez ${store} a désormais l’adresse ${newEmail}.`, ACT],
  }),
  order_placed: (order, store) => {
    const { sum, day } = dueOf(order);
    return {
      subject: `Veuillez payer votre commande ${order.orderNumber} chez ${store}`,
      paragraphs: [
        `Merci pour votre commande ${order.orderNumber}. Nous gardons les articles pour vous. Veuillez payer ${sum}${day === null ? '' : ` d’ici le ${day}`}, en indiquant le numéro de la commande.`,
        ...(order.instructions === null ? [] : [order.instructions]),
      ],
      rows: orderRows(order, COSTS),
    };
  },
  order_confirmation: (order, store) => ({
    subject: `Votre commande ${order.orderNumber} chez ${store}`,
    paragraphs: [
      order.exchangeOf === null
        ? `Merci pour votre commande ${order.orderNumber}. Nous avons bien reçu votre paiement.`
        : `La commande ${order.orderNumber} vous apporte ce que vous avez choisi pour les articles retournés de la commande ${order.exchangeOf}.`,
    ],
    rows: orderRows(order, COSTS),
  }),
  order_shipped: (order, store) => ({
    subject: `Votre commande ${order.orderNumber} chez ${store} est en route`,
    paragraphs: [
      order.isPart
        ? `Une partie de votre commande ${order.orderNumber} a été expédiée. Le reste suivra.`
        : `Votre commande ${order.orderNumber} a été expédiée.`,
    ],
    rows: shipmentRows(order, { carrier: 'Transporteur', trackingNumber: 'Numéro de suivi' }),
    ...trackingLink(order.trackingUrl, 'Suivre le colis'),
  }),
  order_cancelled: ({ orderNumber, why }, store) => ({
    subject: `Votre commande ${orderNumber} chez ${store} a été annulée`,
    paragraphs:
      why === 'unpaid'
        ? [
            `Nous n’avons reçu aucun paiement pour votre commande ${orderNumber} : elle a été annulée.`,
            'Si vous souhaitez toujours ces articles, veuillez commander à nouveau.',
          ]
        : [
            `Votre commande ${orderNumber} a été annulée.`,
            'Si vous avez déjà payé, nous vous écrirons au sujet de votre remboursement.',
          ],
  }),
  order_refunded: (refund, store) => ({
    subject: `Un remboursement pour votre commande ${refund.orderNumber} chez ${store}`,
    paragraphs: [
      `Nous vous remboursons ${moneyOf(refund)} de votre commande ${refund.orderNumber} par le moyen de paiement utilisé. Selon votre banque, cela prend quelques jours.`,
    ],
  }),
  return_requested: ({ orderNumber, lines }, store) => ({
    subject: `Votre retour de la commande ${orderNumber} chez ${store}`,
    paragraphs: ['Nous avons reçu votre demande et vous répondrons bientôt. Elle concerne :'],
    rows: unitRows(lines),
  }),
  return_approved: ({ orderNumber, lines, note }, store) => ({
    subject: `Veuillez renvoyer des articles de la commande ${orderNumber} à ${store}`,
    paragraphs: ['Votre retour est accepté. Veuillez nous renvoyer :'],
    rows: unitRows(lines),
    ...(note === null ? {} : { closing: [note] }),
  }),
  return_rejected: ({ orderNumber, lines, note }, store) => ({
    subject: `Votre retour de la commande ${orderNumber} chez ${store} a été refusé`,
    paragraphs: ['Nous ne pouvons pas reprendre ces articles :'],
    rows: unitRows(lines),
    ...(note === null ? {} : { closing: [note] }),
  }),
  return_received: ({ orderNumber, lines }, store) => ({
    subject: `Votre retour de la commande ${orderNumber} est arrivé chez ${store}`,
    paragraphs: ['Nous avons reçu ces articles :'],
    rows: unitRows(lines),
    closing: ['Nous vous dirons quelle est la suite.'],
  }),
  withdrawal_received: (order, store) => ({
    subject: `Votre rétractation de la commande ${order.orderNumber} chez ${store}`,
    paragraphs: [
      `Nous avons reçu votre rétractation de la commande ${order.orderNumber} le ${momentOf(order)}. Elle concerne :`,
    ],
    rows: unitRows(order.lines),
    closing: [
      'Nous n’envoyons pas ces articles pour l’instant et vous écrirons au sujet de votre remboursement.',
    ],
  }),
  invitation: ({ inviter, role }, store) => ({
    subject: `Vous êtes invité à rejoindre ${store}`,
    paragraphs: [
      `${inviter ?? 'Un membre de l’équipe'} vous invite à travailler sur ${store} (rôle : ${role}).`,
    ],
    action: { label: 'Accepter l’invitation', page: 'accept-invitation', validFor: '7 jours' },
  }),
};

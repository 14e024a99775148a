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

const IGNORE = 'Si no ha sido usted, puede ignorar este mensaje: nada cambia sin el código que contiene.';
const ACT = 'Si no ha sido usted, restablezca su contraseña de inmediato y póngase en contacto con nosotros.';

const COSTS = {
  discount: 'Descuento',
  shipping: 'Envío',
  tax: 'IVA',
  total: 'Total',
};

export const ES: MailTexts = {
  hello: (name) => `Hola, ${name}:`,
  yourCode: (validFor) => `Su código (válido durante ${validFor}):`,
  verification: (_data, store) => ({
    subject: `Confirme su dirección de correo electrónico para ${store}`,
    paragraphs: [`Ya tiene una cuenta en ${store}. Confirme, por favor, que esta dirección es suya.`],
    action: { label: 'Confirmar la dirección', page: 'verify', validFor: '3 días' },
  }),
  password_reset: ({ name }, store) => ({
    subject: `Restablezca su contraseña para ${store}`,
    greeting: name,
    paragraphs: [
      `Alguien, probablemente usted, ha pedido restablecer la contraseña de su cuenta en ${store}.`,
      IGNORE,
    ],
    action: { label: 'Elegir una contraseña nueva', page: 'reset', validFor: '30 minutos' },
  }),
  operator_password_reset: ({ name }, store) => ({
    subject: `Restablezca su contraseña de administración para ${store}`,
    greeting: name,
    paragraphs: [
      `Alguien, probablemente usted, ha pedido restablecer su contraseña de administración para ${store}.`,
      IGNORE,
    ],
    action: { label: 'Elegir una contraseña nueva', page: 'reset-password', validFor: '30 minutos' },
  }),
  password_changed: ({ name }, store) => ({
    subject: `Se ha cambiado su contraseña para ${store}`,
    greeting: name,
    paragraphs: [`Se ha cambiado la contraseña de su cuenta en ${store}.`, ACT],
  }),
  email_change: (_data, store) => ({
    subject: `Confirme su nueva dirección de correo electrónico para ${store}`,
    paragraphs: [
      `Alguien ha indicado esta dirección como nueva dirección de una cuenta en ${store}.`,
      IGNORE,
    ],
    action: { label: 'Usar esta dirección', page: 'email', validFor: '1 hora' },
  }),
  email_taken: (_data, store) => ({
    subject: `Su dirección de correo electrónico en ${store}`,
    paragraphs: [
      `Alguien ha pedido usar esta dirección para otra cuenta en ${store}. Esta dirección ya tiene una cuenta, así que no se ha cambiado nada.`,
      'Si ha sido usted, inicie sesión con esta dirección o restablezca su contraseña.',
    ],
  }),
  email_change_requested: ({ name, newEmail }, store) => ({
    subject: `Una nueva dirección de correo electrónico para su cuenta en ${store}`,
    greeting: name,
    paragraphs: [
      `Alguien que conoce su contraseña ha pedido cambiar la dirección de su cuenta en ${store} a ${newEmail}. Cambiará cuando se confirme esa dirección.`,
      ACT,
    ],
  }),
  email_changed: ({ name, newEmail }, store) => ({
    subject: `Se ha cambiado la dirección de correo electrónico de su cuenta en ${store}`,
    greeting: name,
    paragraphs: [`Su cuenta en ${store} tiene ahora la dirección ${newEmail}.`, ACT],
  }),
  order_placed: (order, store) => {
    const { sum, day } = dueOf(order);
    return {
      subject: `Pague, por favor, su pedido ${order.orderNumber} en ${store}`,
      paragraphs: [
        `Gracias por su pedido ${order.orderNumber}. Le guardamos los artículos. Pague, por favor, ${sum}${day === null ? '' : ` antes del ${day}`} e indique el número del pedido.`,
        ...(order.instructions === null ? [] : [order.instructions]),
      ],
      rows: orderRows(order, COSTS),
    };
  },
  order_confirmation: (order, store) => ({
    subject: `Su pedido ${order.orderNumber} en ${store}`,
    paragraphs: [
      order.exchangeOf === null
        ? `Gracias por su pedido ${order.orderNumber}. Hemos recibido su pago.`
        : `El pedido ${order.orderNumber} le envía lo que ha elegido por los artículos devueltos del pedido ${order.exchangeOf}.`,
    ],
    rows: orderRows(order, COSTS),
  }),
  order_shipped: (order, store) => ({
    subject: `Su pedido ${order.orderNumber} en ${store} está en camino`,
    paragraphs: [
      order.isPart
        ? `Una parte de su pedido ${order.orderNumber} ha salido de nuestro almacén. El resto le llegará después.`
        : `Su pedido ${order.orderNumber} ha salido de nuestro almacén.`,
    ],
    rows: shipmentRows(order, { carrier: 'Transportista', trackingNumber: 'Número de seguimiento' }),
    ...trackingLink(order.trackingUrl, 'Seguir el paquete'),
  }),
  order_cancelled: ({ orderNumber, why }, store) => ({
    subject: `Su pedido ${orderNumber} en ${store} se ha cancelado`,
    paragraphs:
      why === 'unpaid'
        ? [
            `No hemos recibido ningún pago de su pedido ${orderNumber}, así que se ha cancelado.`,
            'Si todavía quiere los artículos, vuelva a pedirlos, por favor.',
          ]
        : [
            `Su pedido ${orderNumber} se ha cancelado.`,
            'Si ya lo ha pagado, le escribiremos sobre su dinero.',
          ],
  }),
  order_refunded: (refund, store) => ({
    subject: `Un reembolso de su pedido ${refund.orderNumber} en ${store}`,
    paragraphs: [
      `Le devolvemos ${moneyOf(refund)} de su pedido ${refund.orderNumber} por el mismo medio de pago. Según su banco, tardará unos días.`,
    ],
  }),
  return_requested: ({ orderNumber, lines }, store) => ({
    subject: `Su devolución del pedido ${orderNumber} en ${store}`,
    paragraphs: ['Hemos recibido su solicitud y le responderemos pronto. Se refiere a:'],
    rows: unitRows(lines),
  }),
  return_approved: ({ orderNumber, lines, note }, store) => ({
    subject: `Devuelva, por favor, artículos del pedido ${orderNumber} a ${store}`,
    paragraphs: ['Aceptamos su devolución. Envíenos, por favor:'],
    rows: unitRows(lines),
    ...(note === null ? {} : { closing: [note] }),
  }),
  return_rejected: ({ orderNumber, lines, note }, store) => ({
    subject: `Su devolución del pedido ${orderNumber} en ${store} se ha rechazado`,
    paragraphs: ['No podemos aceptar la devolución de estos artículos:'],
    rows: unitRows(lines),
    ...(note === null ? {} : { closing: [note] }),
  }),
  return_received: ({ orderNumber, lines }, store) => ({
    subject: `Su devolución del pedido ${orderNumber} ha llegado a ${store}`,
    paragraphs: ['Hemos recibido estos artículos:'],
    rows: unitRows(lines),
    closing: ['Le diremos cómo sigue.'],
  }),
  withdrawal_received: (order, store) => ({
    subject: `Su desistimiento del pedido ${order.orderNumber} en ${store}`,
    paragraphs: [
      `Hemos recibido su desistimiento del pedido ${order.orderNumber} el ${momentOf(order)}. Se refiere a:`,
    ],
    rows: unitRows(order.lines),
    closing: ['Por ahora no enviaremos estos artículos y le escribiremos sobre su dinero.'],
  }),
  invitation: ({ inviter, role }, store) => ({
    subject: `Le han invitado a ${store}`,
    paragraphs: [
      `${inviter ?? 'Un miembro del equipo'} le invita a trabajar en ${store} (función: ${role}).`,
    ],
    action: { label: 'Aceptar la invitación', page: 'accept-invitation', validFor: '7 días' },
  }),
};

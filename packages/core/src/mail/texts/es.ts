import { type MailTexts, paragraphs } from '../templates.ts';

export const ES: MailTexts = {
  words: {
    discount: 'Descuento',
    shipping: 'Envío',
    tax: 'IVA',
    total: 'Total',
    carrier: 'Transportista',
    trackingNumber: 'Número de seguimiento',
    track: 'Seguir el paquete',
    pay: 'Pagar el pedido',
    code: (validFor) => `Su código (válido durante ${validFor}):`,
    actions: {
      verify: { label: 'Confirmar la dirección', validFor: '3 días' },
      reset: { label: 'Elegir una contraseña nueva', validFor: '30 minutos' },
      email: { label: 'Usar esta dirección', validFor: '1 hora' },
      'reset-password': { label: 'Elegir una contraseña nueva', validFor: '30 minutos' },
      'accept-invitation': { label: 'Aceptar la invitación', validFor: '7 días' },
    },
  },
  mails: {
    order_placed: {
      subject: 'Pague, por favor, su pedido {{ order_number }} en {{ store_name }}',
      body: paragraphs(
        'Gracias por su pedido {{ order_number }}. Le guardamos los artículos. Pague, por favor, {{ total }} {% if pay_by %}antes del {{ pay_by }} {% endif %}e indique el número del pedido.',
        '{{ instructions }}',
        '{{ order_table }}',
      ),
    },
    payment_link: {
      subject: 'Pague su pedido {{ order_number }} en {{ store_name }}',
      body: paragraphs(
        'Hemos preparado el pedido {{ order_number }} para usted y guardamos los artículos. Pague {{ total }}{% if pay_by %} hasta el {{ pay_by }}{% endif %}, por favor.',
        '{{ payment_button }}',
        '{{ order_table }}',
      ),
    },
    order_confirmation: {
      subject: 'Su pedido {{ order_number }} en {{ store_name }}',
      body: paragraphs(
        '{% if exchange_of %}El pedido {{ order_number }} le envía lo que ha elegido por los artículos devueltos del pedido {{ exchange_of }}.{% else %}Gracias por su pedido {{ order_number }}. Hemos recibido su pago.{% endif %}',
        '{{ order_table }}',
      ),
    },
    payment_failed: {
      subject: 'El pago de su pedido {{ order_number }} en {{ store_name }} ha fallado',
      body: paragraphs(
        'El pago de {{ total }} de su pedido {{ order_number }} no se ha realizado. No se ha cobrado nada.',
        'Guardamos el pedido durante un breve tiempo: inténtelo de nuevo en nuestra tienda, quizá con otro medio de pago. Si ya ha pagado entretanto, puede ignorar este mensaje.',
      ),
    },
    order_shipped: {
      subject: 'Su pedido {{ order_number }} en {{ store_name }} está en camino',
      body: paragraphs(
        '{% if is_part %}Una parte de su pedido {{ order_number }} ha salido de nuestro almacén. El resto le llegará después.{% else %}Su pedido {{ order_number }} ha salido de nuestro almacén.{% endif %}',
        '{{ goods_table }}',
        '{{ tracking_button }}',
      ),
    },
    order_ready: {
      subject: 'Su pedido {{ order_number }} en {{ store_name }} está listo para recoger',
      body: paragraphs(
        'Su pedido {{ order_number }} le espera: {{ pickup_place }}.',
        '{{ goods_table }}',
        '{% if opening_hours_table %}Horario de apertura:',
        '{{ opening_hours_table }}{% endif %}',
        '{{ pickup_note }}',
      ),
    },
    order_cancelled: {
      subject: 'Su pedido {{ order_number }} en {{ store_name }} se ha cancelado',
      body: paragraphs(
        '{% if is_unpaid %}No hemos recibido ningún pago de su pedido {{ order_number }}, así que se ha cancelado.',
        'Si todavía quiere los artículos, vuelva a pedirlos, por favor.{% else %}Su pedido {{ order_number }} se ha cancelado.',
        'Si ya lo ha pagado, le escribiremos sobre su dinero.{% endif %}',
      ),
    },
    order_refunded: {
      subject: 'Un reembolso de su pedido {{ order_number }} en {{ store_name }}',
      body: paragraphs(
        'Le devolvemos {{ amount }} de su pedido {{ order_number }} por el mismo medio de pago. Según su banco, tardará unos días.',
      ),
    },
    return_requested: {
      subject: 'Su devolución del pedido {{ order_number }} en {{ store_name }}',
      body: paragraphs(
        'Hemos recibido su solicitud y le responderemos pronto. Se refiere a:',
        '{{ goods_table }}',
      ),
    },
    return_approved: {
      subject: 'Devuelva, por favor, artículos del pedido {{ order_number }} a {{ store_name }}',
      body: paragraphs('Aceptamos su devolución. Envíenos, por favor:', '{{ goods_table }}', '{{ note }}'),
    },
    return_rejected: {
      subject: 'Su devolución del pedido {{ order_number }} en {{ store_name }} se ha rechazado',
      body: paragraphs(
        'No podemos aceptar la devolución de estos artículos:',
        '{{ goods_table }}',
        '{{ note }}',
      ),
    },
    return_received: {
      subject: 'Su devolución del pedido {{ order_number }} ha llegado a {{ store_name }}',
      body: paragraphs('Hemos recibido estos artículos:', '{{ goods_table }}', 'Le diremos cómo sigue.'),
    },
    withdrawal_received: {
      subject: 'Su desistimiento del pedido {{ order_number }} en {{ store_name }}',
      body: paragraphs(
        'Hemos recibido su desistimiento del pedido {{ order_number }} el {{ received_at }}. Se refiere a:',
        '{{ goods_table }}',
        'Por ahora no enviaremos estos artículos y le escribiremos sobre su dinero.',
      ),
    },
    verification: {
      subject: 'Confirme su dirección de correo electrónico para {{ store_name }}',
      body: paragraphs(
        'Ya tiene una cuenta en {{ store_name }}. Confirme, por favor, que esta dirección es suya.',
        '{{ code }}',
      ),
    },
    password_reset: {
      subject: 'Restablezca su contraseña para {{ store_name }}',
      body: paragraphs(
        '{% if name %}Hola, {{ name }}:{% endif %}',
        'Alguien, probablemente usted, ha pedido restablecer la contraseña de su cuenta en {{ store_name }}.',
        'Si no ha sido usted, puede ignorar este mensaje: nada cambia sin el código que contiene.',
        '{{ code }}',
      ),
    },
    password_changed: {
      subject: 'Se ha cambiado su contraseña para {{ store_name }}',
      body: paragraphs(
        '{% if name %}Hola, {{ name }}:{% endif %}',
        'Se ha cambiado la contraseña de su cuenta en {{ store_name }}.',
        'Si no ha sido usted, restablezca su contraseña de inmediato y póngase en contacto con nosotros.',
      ),
    },
    email_change: {
      subject: 'Confirme su nueva dirección de correo electrónico para {{ store_name }}',
      body: paragraphs(
        'Alguien ha indicado esta dirección como nueva dirección de una cuenta en {{ store_name }}.',
        'Si no ha sido usted, puede ignorar este mensaje: nada cambia sin el código que contiene.',
        '{{ code }}',
      ),
    },
    email_taken: {
      subject: 'Su dirección de correo electrónico en {{ store_name }}',
      body: paragraphs(
        'Alguien ha pedido usar esta dirección para otra cuenta en {{ store_name }}. Esta dirección ya tiene una cuenta, así que no se ha cambiado nada.',
        'Si ha sido usted, inicie sesión con esta dirección o restablezca su contraseña.',
      ),
    },
    email_change_requested: {
      subject: 'Una nueva dirección de correo electrónico para su cuenta en {{ store_name }}',
      body: paragraphs(
        '{% if name %}Hola, {{ name }}:{% endif %}',
        'Alguien que conoce su contraseña ha pedido cambiar la dirección de su cuenta en {{ store_name }} a {{ new_email }}. Cambiará cuando se confirme esa dirección.',
        'Si no ha sido usted, restablezca su contraseña de inmediato y póngase en contacto con nosotros.',
      ),
    },
    email_changed: {
      subject: 'Se ha cambiado la dirección de correo electrónico de su cuenta en {{ store_name }}',
      body: paragraphs(
        '{% if name %}Hola, {{ name }}:{% endif %}',
        'Su cuenta en {{ store_name }} tiene ahora la dirección {{ new_email }}.',
        'Si no ha sido usted, restablezca su contraseña de inmediato y póngase en contacto con nosotros.',
      ),
    },
    operator_password_reset: {
      subject: 'Restablezca su contraseña de administración para {{ store_name }}',
      body: paragraphs(
        '{% if name %}Hola, {{ name }}:{% endif %}',
        'Alguien, probablemente usted, ha pedido restablecer su contraseña de administración para {{ store_name }}.',
        'Si no ha sido usted, puede ignorar este mensaje: nada cambia sin el código que contiene.',
        '{{ code }}',
      ),
    },
    invitation: {
      subject: 'Le han invitado a {{ store_name }}',
      body: paragraphs(
        `{{ inviter | default: 'Un miembro del equipo' }} le invita a trabajar en {{ store_name }} (función: {{ role }}).`,
        '{{ code }}',
      ),
    },
  },
};

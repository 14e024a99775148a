import type { Locale } from '@service/contract';

/** The texts of documents. `{name}` is replaced by a value. */
export interface Texts {
  /** The language of dates, amounts and names of countries. */
  language: string;
  invoice: string;
  creditNote: string;
  /** The title of the document that cancels a credit note whose refund failed. */
  cancellation: string;
  invoiceNumber: string;
  invoiceDate: string;
  orderNumber: string;
  orderDate: string;
  supplied: string;
  paymentReceived: string;
  deliveryAddress: string;
  creditNoteNumber: string;
  cancellationNumber: string;
  cancels: string;
  creditNoteDate: string;
  chargedAgain: string;
  cancelled: string;
  date: string;
  forInvoice: string;
  article: string;
  refunded: string;
  quantity: string;
  unitPrice: string;
  vat: string;
  amount: string;
  subtotal: string;
  discount: string;
  shipping: string;
  total: string;
  paidSoFar: string;
  due: string;
  credited: string;
  vatAdded: string;
  vatIncluded: string;
  refundedAmount: string;
  notCharged: string;
  otherPayments: string;
  vatNumber: string;
  sku: string;
  reason: string;
  paid: string;
  paidPart: string;
  paidWithout: string;
  paidBack: string;
  withVat: string;
  withoutVat: string;
  intraCommunity: string;
  reverseCharge: string;
  taxExempt: string;
  exported: string;
  notTaxed: string;
  /** Instead of a rate. */
  exempt: string;
  exemptGoods: string;
  pageOf: string;
}

/**
 * `intraCommunity` names the exemption of goods that are sent to a business in another member state, as Article 226 (11) of
 * Directive 2006/112/EC demands. `reverseCharge` has the words of Article 226 (11a) where nothing is shipped: Article 196, which
 * shifts the tax to the buyer, is about services. Only the store's operator knows which exemption `taxExempt` is.
 */
export const TEXTS: Readonly<Record<Locale, Texts>> = {
  en: {
    language: 'en-GB',
    invoice: 'Invoice {number}',
    creditNote: 'Credit note {number}',
    cancellation: 'Cancellation {number}',
    invoiceNumber: 'Invoice number',
    invoiceDate: 'Invoice date',
    orderNumber: 'Order number',
    orderDate: 'Order date',
    supplied: 'Date of supply',
    paymentReceived: 'Payment received',
    deliveryAddress: 'Delivery address',
    creditNoteNumber: 'Credit note number',
    cancellationNumber: 'Cancellation number',
    cancels: 'Cancels credit note',
    creditNoteDate: 'Credit note date',
    chargedAgain: 'Charged again',
    cancelled: 'Credit note {number} is cancelled: its amount could not be paid back.',
    date: 'Date',
    forInvoice: 'For invoice',
    article: 'Article',
    refunded: 'Refunded',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    vat: 'VAT',
    amount: 'Amount',
    subtotal: 'Subtotal',
    discount: 'Discount',
    shipping: 'Shipping',
    total: 'Total',
    paidSoFar: 'Paid',
    due: 'Amount due',
    credited: 'Credited',
    vatAdded: 'VAT {country} {rate} on {base}',
    vatIncluded: 'of which VAT {country} {rate} on {base}',
    refundedAmount: 'Partial or full amount',
    notCharged: 'Not charged',
    otherPayments: 'By other payments, or not paid',
    vatNumber: 'VAT number: {number}',
    sku: 'SKU {sku}',
    reason: 'Reason: {reason}',
    paid: 'Paid on {date}. Payment: {payment}.',
    paidPart: '{amount} paid on {date}. Payment: {payment}.',
    paidWithout: 'Nothing is left to pay.',
    paidBack: 'The amount is paid back to the payment {payment}.',
    withVat: 'Prices include VAT.',
    withoutVat: 'Prices are without VAT.',
    intraCommunity:
      'Intra-Community supply of goods, exempt from VAT (Article 138 of Directive 2006/112/EC).',
    reverseCharge: 'Reverse charge (Article 196 of Directive 2006/112/EC).',
    taxExempt: 'No VAT is charged: the customer is exempt from VAT.',
    exported:
      'No VAT is charged: the goods leave the VAT area of the European Union (Article 146 of Directive 2006/112/EC).',
    notTaxed: 'No VAT is charged.',
    exempt: 'exempt',
    exemptGoods: 'Goods that are exempt from VAT bear none.',
    pageOf: 'Page {page} of {pages}',
  },
  de: {
    language: 'de-DE',
    invoice: 'Rechnung {number}',
    creditNote: 'Rechnungskorrektur {number}',
    cancellation: 'Storno {number}',
    invoiceNumber: 'Rechnungsnummer',
    invoiceDate: 'Rechnungsdatum',
    orderNumber: 'Bestellnummer',
    orderDate: 'Bestelldatum',
    supplied: 'Lieferdatum',
    paymentReceived: 'Zahlung erhalten',
    deliveryAddress: 'Lieferanschrift',
    creditNoteNumber: 'Nummer',
    cancellationNumber: 'Nummer',
    cancels: 'Storniert Korrektur',
    creditNoteDate: 'Datum der Korrektur',
    chargedAgain: 'Erneut berechnet',
    cancelled: 'Die Rechnungskorrektur {number} wird storniert: Ihr Betrag konnte nicht erstattet werden.',
    date: 'Datum',
    forInvoice: 'Zu Rechnung',
    article: 'Artikel',
    refunded: 'Erstattet',
    quantity: 'Menge',
    unitPrice: 'Einzelpreis',
    vat: 'USt.',
    amount: 'Betrag',
    subtotal: 'Zwischensumme',
    discount: 'Rabatt',
    shipping: 'Versand',
    total: 'Gesamtbetrag',
    paidSoFar: 'Bezahlt',
    due: 'Offener Betrag',
    credited: 'Korrekturbetrag',
    vatAdded: 'USt. {country} {rate} auf {base}',
    vatIncluded: 'darin USt. {country} {rate} auf {base}',
    refundedAmount: 'Teil- oder Gesamtbetrag',
    notCharged: 'Nicht berechnet',
    otherPayments: 'Über andere Zahlungen oder nicht bezahlt',
    vatNumber: 'USt-IdNr.: {number}',
    sku: 'Art.-Nr. {sku}',
    reason: 'Grund: {reason}',
    paid: 'Bezahlt am {date}. Zahlung: {payment}.',
    paidPart: '{amount} bezahlt am {date}. Zahlung: {payment}.',
    paidWithout: 'Es ist nichts mehr zu zahlen.',
    paidBack: 'Der Betrag wird auf die Zahlung {payment}, erstattet.',
    withVat: 'Die Preise enthalten die Umsatzsteuer.',
    withoutVat: 'Die Preise sind ohne Umsatzsteuer.',
    intraCommunity: 'Steuerfreie innergemeinschaftliche Lieferung (Artikel 138 der Richtlinie 2006/112/EG).',
    reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers (Artikel 196 der Richtlinie 2006/112/EG).',
    taxExempt: 'Es wird keine Umsatzsteuer berechnet: Der Kunde ist von ihr befreit.',
    exported: 'Steuerfreie Ausfuhrlieferung (Artikel 146 der Richtlinie 2006/112/EG).',
    notTaxed: 'Es wird keine Umsatzsteuer berechnet.',
    exempt: 'steuerfrei',
    exemptGoods: 'Steuerbefreite Waren sind ohne USt.',
    pageOf: 'Seite {page} von {pages}',
  },
  fr: {
    language: 'fr-FR',
    invoice: 'Facture {number}',
    creditNote: 'Avoir {number}',
    cancellation: 'Annulation {number}',
    invoiceNumber: 'Numéro de facture',
    invoiceDate: 'Date de facture',
    orderNumber: 'Numéro de commande',
    orderDate: 'Date de commande',
    supplied: 'Date de livraison',
    paymentReceived: 'Paiement reçu',
    deliveryAddress: 'Adresse de livraison',
    creditNoteNumber: 'Numéro d’avoir',
    cancellationNumber: 'Numéro',
    cancels: 'Annule l’avoir',
    creditNoteDate: 'Date de l’avoir',
    chargedAgain: 'Facturé de nouveau',
    cancelled: 'L’avoir {number} est annulé : son montant n’a pas pu être remboursé.',
    date: 'Date',
    forInvoice: 'Sur la facture',
    article: 'Article',
    refunded: 'Remboursé',
    quantity: 'Quantité',
    unitPrice: 'Prix unitaire',
    vat: 'TVA',
    amount: 'Montant',
    subtotal: 'Sous-total',
    discount: 'Remise',
    shipping: 'Livraison',
    total: 'Total',
    paidSoFar: 'Payé',
    due: 'Reste à payer',
    credited: 'Montant crédité',
    vatAdded: 'TVA {country} {rate} sur {base}',
    vatIncluded: 'dont TVA {country} {rate} sur {base}',
    refundedAmount: 'Montant partiel ou total',
    notCharged: 'Non facturé',
    otherPayments: 'Par d’autres paiements, ou non payé',
    vatNumber: 'N° de TVA : {number}',
    sku: 'Réf. {sku}',
    reason: 'Motif : {reason}',
    paid: 'Payée le {date}. Paiement : {payment}.',
    paidPart: '{amount} payés le {date}. Paiement : {payment}.',
    paidWithout: 'Rien ne reste à payer.',
    paidBack: 'Le montant est remboursé sur le paiement {payment}.',
    withVat: 'Les prix s’entendent TVA comprise.',
    withoutVat: 'Les prix s’entendent hors TVA.',
    intraCommunity: 'Livraison intracommunautaire exonérée de TVA (article 138 de la directive 2006/112/CE).',
    reverseCharge: 'Autoliquidation (article 196 de la directive 2006/112/CE).',
    taxExempt: 'Aucune TVA n’est facturée : le client en est exonéré.',
    exported: 'Exportation exonérée de TVA (article 146 de la directive 2006/112/CE).',
    notTaxed: 'Aucune TVA n’est facturée.',
    exempt: 'exonéré',
    exemptGoods: 'Les articles exonérés sont sans TVA.',
    pageOf: 'Page {page} sur {pages}',
  },
  es: {
    language: 'es-ES',
    invoice: 'Factura {number}',
    creditNote: 'Factura rectificativa {number}',
    cancellation: 'Anulación {number}',
    invoiceNumber: 'Número de factura',
    invoiceDate: 'Fecha de factura',
    orderNumber: 'Número de pedido',
    orderDate: 'Fecha del pedido',
    supplied: 'Fecha de entrega',
    paymentReceived: 'Pago recibido',
    deliveryAddress: 'Dirección de entrega',
    creditNoteNumber: 'Número',
    cancellationNumber: 'Número',
    cancels: 'Anula la rectificativa',
    creditNoteDate: 'Fecha de la rectificativa',
    chargedAgain: 'Cobrado de nuevo',
    cancelled: 'La factura rectificativa {number} queda anulada: su importe no se pudo reembolsar.',
    date: 'Fecha',
    forInvoice: 'De la factura',
    article: 'Artículo',
    refunded: 'Reembolsado',
    quantity: 'Cantidad',
    unitPrice: 'Precio unitario',
    vat: 'IVA',
    amount: 'Importe',
    subtotal: 'Subtotal',
    discount: 'Descuento',
    shipping: 'Envío',
    total: 'Total',
    paidSoFar: 'Pagado',
    due: 'Importe pendiente',
    credited: 'Importe abonado',
    vatAdded: 'IVA {country} {rate} sobre {base}',
    vatIncluded: 'del cual IVA {country} {rate} sobre {base}',
    refundedAmount: 'Importe parcial o total',
    notCharged: 'No cobrado',
    otherPayments: 'Por otros pagos, o no pagado',
    vatNumber: 'NIF-IVA: {number}',
    sku: 'Ref. {sku}',
    reason: 'Motivo: {reason}',
    paid: 'Pagada el {date}. Pago: {payment}.',
    paidPart: '{amount} pagados el {date}. Pago: {payment}.',
    paidWithout: 'No queda nada por pagar.',
    paidBack: 'El importe se reembolsa al pago {payment}.',
    withVat: 'Los precios incluyen el IVA.',
    withoutVat: 'Los precios no incluyen el IVA.',
    intraCommunity: 'Entrega intracomunitaria exenta de IVA (artículo 138 de la Directiva 2006/112/CE).',
    reverseCharge: 'Inversión del sujeto pasivo (artículo 196 de la Directiva 2006/112/CE).',
    taxExempt: 'No se aplica IVA: el cliente está exento.',
    exported: 'Exportación exenta de IVA (artículo 146 de la Directiva 2006/112/CE).',
    notTaxed: 'No se aplica IVA.',
    exempt: 'exento',
    exemptGoods: 'Los artículos exentos no llevan IVA.',
    pageOf: 'Página {page} de {pages}',
  },
};

import { type EInvoiceProfile, type Exemption, toDecimal } from '@service/contract';
import { decimalPercent } from '../taxes/index.ts';
import type { EInvoice, Taxed } from './e-invoice.ts';
import { element, text, type Xml } from './xml.ts';

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
};

/** The rules that a document follows. XRechnung also names the business process, and is sent only to buyers who require it. */
const CONTEXTS: Readonly<Record<EInvoiceProfile, Xml[]>> = {
  en16931: [
    element('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', 'urn:cen.eu:en16931:2017')),
  ],
  xrechnung: [
    element(
      'ram:BusinessProcessSpecifiedDocumentContextParameter',
      text('ram:ID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
    ),
    element(
      'ram:GuidelineSpecifiedDocumentContextParameter',
      text('ram:ID', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'),
    ),
  ],
};

/** A Leitweg-ID, in the list of electronic addresses (EAS). */
const LEITWEG_ID = { schemeID: '0204' };

/** The unit of counted goods, by UN/ECE Recommendation 20. */
const PIECES = { unitCode: 'C62' };

/** Why a rate is zero, by UNCL 5305 and the list of exemption codes. */
const CATEGORIES: Readonly<Record<Exemption, { code: string; reasonCode: string | null }>> = {
  intra_community_supply: { code: 'K', reasonCode: 'VATEX-EU-IC' },
  reverse_charge: { code: 'AE', reasonCode: 'VATEX-EU-AE' },
  export: { code: 'G', reasonCode: 'VATEX-EU-G' },
  customer_exempt: { code: 'E', reasonCode: null },
  not_taxed: { code: 'E', reasonCode: null },
};

/**
 * The XML of an e-invoice: Cross Industry Invoice of UN/CEFACT with the content of EN 16931. The schema fixes the order of
 * elements. Written here, because the libraries that do it load a spreadsheet reader and a second PDF library.
 */
export function writeCii(document: EInvoice, profile: EInvoiceProfile = 'en16931'): string {
  const transaction = [
    ...document.lines.map((line, index) => lineOf(document, line, index)),
    agreementOf(document),
    deliveryOf(document),
    settlementOf(document),
  ];
  const root = element(
    'rsm:CrossIndustryInvoice',
    [
      element('rsm:ExchangedDocumentContext', CONTEXTS[profile]),
      element('rsm:ExchangedDocument', [
        text('ram:ID', document.number),
        text('ram:TypeCode', document.typeCode),
        element('ram:IssueDateTime', date(document.issuedOn)),
        ...document.notes.map((note) => element('ram:IncludedNote', text('ram:Content', note))),
      ]),
      element('rsm:SupplyChainTradeTransaction', transaction),
    ],
    NAMESPACES,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function lineOf(document: EInvoice, line: EInvoice['lines'][number], index: number): Xml {
  const amount = toDecimal(line.amount, document.currency);
  const quantity = line.quantity.toString();
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', text('ram:LineID', `${index + 1}`)),
    element('ram:SpecifiedTradeProduct', [
      text('ram:SellerAssignedID', line.sku),
      text('ram:Name', line.name),
      text('ram:Description', line.description),
    ]),
    element(
      'ram:SpecifiedLineTradeAgreement',
      // The price of all units of the line: that of one may have more digits than a currency.
      element('ram:NetPriceProductTradePrice', [
        text('ram:ChargeAmount', amount),
        text('ram:BasisQuantity', quantity, PIECES),
      ]),
    ),
    element('ram:SpecifiedLineTradeDelivery', text('ram:BilledQuantity', quantity, PIECES)),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', categoryOf(document, line)),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', text('ram:LineTotalAmount', amount)),
    ]),
  ]);
}

/** Tax, its category and its rate. */
function categoryOf(document: EInvoice, taxed: Taxed): Xml[] {
  return [
    text('ram:TypeCode', 'VAT'),
    text('ram:CategoryCode', codeOf(document, taxed)),
    text('ram:RateApplicablePercent', decimalPercent(taxed.rateBasisPoints)),
  ];
}

function codeOf({ exemption }: EInvoice, { rateBasisPoints, exempt }: Taxed): string {
  if (rateBasisPoints > 0) return 'S';
  if (exemption) return CATEGORIES[exemption.kind].code;
  return exempt ? 'E' : 'Z';
}

/** The reason why there is no tax, in words and in code; null: it is charged, or its rate is zero. */
function reasonOf({ exemption, exemptGoods }: EInvoice, { rateBasisPoints, exempt }: Taxed) {
  if (rateBasisPoints > 0) return null;
  if (exemption) return { reason: exemption.reason, code: CATEGORIES[exemption.kind].reasonCode };
  return exempt ? exemptGoods : null;
}

function agreementOf({ seller, buyer, orderNumber }: EInvoice): Xml {
  return element('ram:ApplicableHeaderTradeAgreement', [
    text('ram:BuyerReference', buyer?.leitwegId),
    element('ram:SellerTradeParty', [
      text('ram:Name', seller.name),
      text('ram:Description', seller.registration),
      seller.contactName ? contactOf(seller) : null,
      addressOf(seller),
      element('ram:URIUniversalCommunication', text('ram:URIID', seller.email, { schemeID: 'EM' })),
      taxNumberOf(seller.vatNumber),
    ]),
    buyer &&
      element('ram:BuyerTradeParty', [
        text('ram:Name', buyer.company ?? buyer.name),
        buyer.company && element('ram:DefinedTradeContact', text('ram:PersonName', buyer.name)),
        addressOf(buyer),
        element('ram:URIUniversalCommunication', text('ram:URIID', buyer.leitwegId, LEITWEG_ID)),
        taxNumberOf(buyer.vatNumber),
      ]),
    element('ram:SellerOrderReferencedDocument', text('ram:IssuerAssignedID', orderNumber)),
  ]);
}

function contactOf({ contactName, phone, email }: EInvoice['seller']): Xml {
  return element('ram:DefinedTradeContact', [
    text('ram:PersonName', contactName),
    element('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', phone)),
    element('ram:EmailURIUniversalCommunication', text('ram:URIID', email)),
  ]);
}

function addressOf(party: NonNullable<EInvoice['delivery']>): Xml {
  return element('ram:PostalTradeAddress', [
    text('ram:PostcodeCode', party.postalCode),
    text('ram:LineOne', party.line1),
    text('ram:LineTwo', party.line2),
    text('ram:CityName', party.city),
    text('ram:CountryID', party.country),
    text('ram:CountrySubDivisionName', party.region),
  ]);
}

function taxNumberOf(vatNumber: string | null): Xml {
  return element('ram:SpecifiedTaxRegistration', text('ram:ID', vatNumber, { schemeID: 'VA' }));
}

function deliveryOf({ delivery, buyer, period }: EInvoice): Xml {
  const to = delivery ?? buyer;
  const left = period?.kind === 'supply' ? date(period.to) : null;
  const content = [
    to && element('ram:ShipToTradeParty', [text('ram:Name', to.company ?? to.name), addressOf(to)]),
    element('ram:ActualDeliverySupplyChainEvent', element('ram:OccurrenceDateTime', left)),
  ];
  return element('ram:ApplicableHeaderTradeDelivery', content) ?? '<ram:ApplicableHeaderTradeDelivery/>';
}

function settlementOf(document: EInvoice): Xml {
  const { currency, period, preceding, total, paid, lines, charges, taxes } = document;
  const money = (amount: number) => toDecimal(amount, currency);
  const sum = (amounts: readonly { amount: number }[]) =>
    amounts.reduce((left, { amount }) => left + amount, 0);
  const [tax, net] = [sum(taxes), sum(lines) + sum(charges)];
  return element('ram:ApplicableHeaderTradeSettlement', [
    text('ram:InvoiceCurrencyCode', currency),
    element('ram:SpecifiedTradeSettlementPaymentMeans', text('ram:TypeCode', document.meansCode)),
    ...taxes.map((each) => taxOf(document, each)),
    period &&
      element('ram:BillingSpecifiedPeriod', [
        element('ram:StartDateTime', date(period.from)),
        element('ram:EndDateTime', date(period.to)),
      ]),
    ...charges.map(({ reason, amount, ...taxed }) =>
      element('ram:SpecifiedTradeAllowanceCharge', [
        element('ram:ChargeIndicator', text('udt:Indicator', 'true')),
        text('ram:ActualAmount', money(amount)),
        text('ram:Reason', reason),
        element('ram:CategoryTradeTax', categoryOf(document, taxed)),
      ]),
    ),
    total > paid ? element('ram:SpecifiedTradePaymentTerms', text('ram:Description', document.terms)) : null,
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      text('ram:LineTotalAmount', money(sum(lines))),
      text('ram:ChargeTotalAmount', money(sum(charges))),
      text('ram:TaxBasisTotalAmount', money(net)),
      text('ram:TaxTotalAmount', money(tax), { currencyID: currency }),
      text('ram:GrandTotalAmount', money(total)),
      text('ram:TotalPrepaidAmount', money(paid)),
      text('ram:DuePayableAmount', money(total - paid)),
    ]),
    preceding &&
      element('ram:InvoiceReferencedDocument', [
        text('ram:IssuerAssignedID', preceding.number),
        element('ram:FormattedIssueDateTime', date(preceding.issuedOn, 'qdt')),
      ]),
  ]);
}

function taxOf(document: EInvoice, tax: EInvoice['taxes'][number]) {
  const why = reasonOf(document, tax);
  return element('ram:ApplicableTradeTax', [
    text('ram:CalculatedAmount', toDecimal(tax.amount, document.currency)),
    text('ram:TypeCode', 'VAT'),
    text('ram:ExemptionReason', why?.reason),
    text('ram:BasisAmount', toDecimal(tax.baseAmount, document.currency)),
    text('ram:CategoryCode', codeOf(document, tax)),
    text('ram:ExemptionReasonCode', why?.code),
    text('ram:RateApplicablePercent', decimalPercent(tax.rateBasisPoints)),
  ]);
}

/** A day, `YYYY-MM-DD`, as the schema writes it. */
function date(day: string | null, namespace: 'udt' | 'qdt' = 'udt'): Xml {
  return day === null
    ? null
    : text(`${namespace}:DateTimeString`, day.replaceAll('-', ''), { format: '102' });
}

/** As Shopify's help and its exports have them. */
const SHOPIFY =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Tax 2 Name,Tax 2 Value,Tax 3 Name,Tax 3 Value,Tax 4 Name,Tax 4 Value,Tax 5 Name,Tax 5 Value,Phone,Receipt Number,Duties,Billing Province Name,Shipping Province Name,Payment ID,Payment Terms Name,Next Payment Due At,Payment References';

const ADDRESS = 'first_name,last_name,company';
const PLACE = 'address_1,address_2,postcode,city,state,country';
const billing = (...names: string[]) => names.map((name) => `billing_${name}`).join(',');
const of = (part: string, names: string) =>
  names
    .split(',')
    .map((name) => `${part}_${name}`)
    .join(',');
const BILLING = `${of('billing', ADDRESS)},${billing('email', 'phone')},${of('billing', PLACE)}`;
const SHIPPING = `${of('shipping', ADDRESS)},${of('shipping', PLACE)}`;

/** The formats of Customer/Order/Coupon Export, as its source names their columns. */
const DEFAULT = `order_id,order_number,order_number_formatted,date,status,shipping_total,shipping_tax_total,fee_total,fee_tax_total,tax_total,discount_total,order_total,refunded_total,order_currency,payment_method,shipping_method,customer_id,${BILLING},${SHIPPING},customer_note,line_items,shipping_items,fee_items,tax_items,coupon_items,refunds,order_notes,download_permissions_granted`;
const BY_ITEM = `order_id,order_number,date,status,shipping_total,shipping_tax_total,fee_total,fee_tax_total,tax_total,discount_total,order_total,refunded_total,order_currency,payment_method,shipping_method,customer_id,${BILLING},${SHIPPING},customer_note,item_id,item_product_id,item_name,item_sku,item_quantity,item_subtotal,item_subtotal_tax,item_total,item_total_tax,item_refunded,item_refunded_qty,item_meta,shipping_items,fee_items,tax_items,coupon_items,order_notes,download_permissions_granted`;
const AS_JSON = `id,order_number,order_number_formatted,created_at,status,total,total_shipping,cart_tax,shipping_tax,total_discount,total_refunded,payment_method,currency,customer_user,${BILLING},${SHIPPING},note,line_items,shipping_lines,tax_lines,fee_lines,coupon_lines,refunds,order_notes,download_permissions_granted`;
/** As the documentation of Import Export Suite lists them. */
const SUITE = `order_id,order_number,order_date,paid_date,status,shipping_total,shipping_tax_total,fee_total,fee_tax_total,tax_total,cart_discount,order_discount,discount_total,order_total,order_subtotal,order_currency,payment_method,payment_method_title,transaction_id,customer_ip_address,customer_user_agent,shipping_method,customer_id,customer_user,customer_email,${BILLING},${SHIPPING},shipping_phone,customer_note,wt_import_key,shipping_items,fee_items,tax_items,coupon_items,refund_items,order_notes,download_permissions,line_item_1,line_item_2,line_item_3`;

type Cells = Readonly<Record<string, string>>;

/** A file with these columns; a line says some of them. */
export function csv(columns: string, ...lines: readonly Cells[]): string {
  const names = columns.split(',');
  const cells = (line: Cells) =>
    names.map((name) => `"${(line[name] ?? '').replaceAll('"', '""')}"`).join(',');
  return `${[columns, ...lines.map(cells)].join('\n')}\n`;
}

export const shopify = (...lines: readonly Cells[]) => csv(SHOPIFY, ...lines);

/** The first line of an order of Shopify has all that isn't about its goods. */
export function shopifyOrder(name: string, email: string, more: Cells = {}): Cells {
  return {
    ...{ Name: name, Email: email, 'Financial Status': 'paid', 'Paid at': '2024-03-01 12:14:05 +0200' },
    ...{ 'Fulfillment Status': 'fulfilled', Currency: 'EUR', 'Accepts Marketing': 'no' },
    ...{ Subtotal: '25.00', Shipping: '4.90', Taxes: '4.77', Total: '29.90' },
    ...{ 'Discount Code': 'SPRING', 'Discount Amount': '2.50', 'Shipping Method': 'Standard' },
    ...{
      'Created at': '2024-03-01 12:14:00 +0200',
      'Lineitem quantity': '2',
      'Lineitem name': 'Tea - Small',
    },
    ...{ 'Lineitem price': '10.00', 'Lineitem sku': 'TEA-1', 'Lineitem discount': '2.50' },
    ...{ 'Billing Name': 'Ada Lovelace', 'Billing Address1': 'Unter den Linden 1', 'Billing City': 'Berlin' },
    ...{ 'Billing Zip': "'10117", 'Billing Country': 'DE', 'Billing Phone': "'+49301" },
    ...{ 'Shipping Name': 'Grace Hopper', 'Shipping Address1': 'Main St 1', 'Shipping City': 'Austin' },
    ...{ 'Shipping Zip': '73301', 'Shipping Province': 'TX', 'Shipping Country': 'US' },
    ...{ Notes: 'Rings twice', 'Payment Method': 'Shopify Payments', 'Refunded Amount': '0.00' },
    ...{ Id: '5550000001', 'Tax 1 Name': 'DE VAT 19%', 'Tax 1 Value': '4.77' },
    ...more,
  };
}

/** A further line has the name of its order, and its goods. */
export function shopifyLine(name: string, email: string, more: Cells = {}): Cells {
  return {
    ...{ Name: name, Email: email, 'Created at': '2024-03-01 12:14:00 +0200', 'Lineitem quantity': '1' },
    ...{
      'Lineitem name': 'Mug',
      'Lineitem price': '7.50',
      'Lineitem sku': 'MUG-1',
      'Lineitem discount': '0.00',
    },
    ...more,
  };
}

/** One order of WooCommerce, with its goods, a fee and a tax, in each format that is taken. */
export function wooCommerce(number: string, email: string): Readonly<Record<string, string>> {
  const common = {
    ...{ order_id: number, status: 'completed', shipping_total: '4.1177', shipping_tax_total: '0.78' },
    ...{ fee_total: '1.00', tax_total: '5.74', discount_total: '2.00', order_total: '35.98' },
    ...{ order_currency: 'EUR', payment_method: 'paypal', shipping_method: 'Flat rate' },
    ...{ billing_first_name: 'Ada', billing_last_name: 'Lovelace', billing_email: email },
    ...{ billing_phone: "'+49301", billing_address_1: 'Unter den Linden 1', billing_postcode: '10117' },
    ...{ billing_city: 'Berlin', billing_country: 'DE', shipping_first_name: 'Grace' },
    ...{ shipping_last_name: 'Hopper', shipping_address_1: 'Main St 1', shipping_city: 'Austin' },
    ...{
      shipping_state: 'TX',
      shipping_postcode: '73301',
      shipping_country: 'US',
      customer_note: 'Rings twice',
    },
  };
  const fee = 'id:9|title:Gift wrap|tax_class:|total:1.00|total_tax:0.19';
  const tax = 'id:7|rate_id:1|code:DE-VAT-1|title:VAT|total:5.74|compound:';
  const tea =
    'id:5|name:Tea\\: green\\; small|product_id:3|sku:TEA-1|quantity:2|subtotal:20.00|total:18.12|meta:';
  const mug = 'id:6|name:Mug|product_id:4|sku:|quantity:1|subtotal:7.00|total:7.00|meta:';
  const sums = {
    refunded_total: '0.00',
    fee_items: fee,
    tax_items: tax,
    coupon_items: 'id:8|code:spring|amount:2.00',
  };
  const item = (name: string, sku: string, quantity: string, total: string) => ({
    ...{ item_name: name, item_sku: sku, item_quantity: quantity, item_total: total },
  });
  const {
    order_id: id,
    order_total: total,
    shipping_total: shipping,
    tax_total: taxes,
    discount_total: discount,
    order_currency: currency,
    customer_note: note,
    ...rest
  } = common;
  return {
    'an order a line': csv(DEFAULT, {
      ...{ ...common, ...sums, order_number: number, order_number_formatted: number },
      ...{ date: '2024-03-01 11:14:00', line_items: `${tea};${mug}` },
    }),
    'an item a line': csv(
      BY_ITEM,
      {
        ...common,
        ...sums,
        date: '2024-03-01 11:14:00',
        ...item('Tea: green; small', 'TEA-1', '2', '18.12'),
      },
      { ...common, ...sums, date: '2024-03-01 11:14:00', ...item('Mug', '', '1', '7.00') },
    ),
    'items as JSON': csv(AS_JSON, {
      ...{ ...rest, id, total, total_shipping: shipping, cart_tax: taxes, total_discount: discount },
      ...{ total_refunded: '0.00', currency, note, created_at: '2024-03-01 11:14:00' },
      line_items: JSON.stringify([
        { id: 5, name: 'Tea: green; small', sku: 'TEA-1', quantity: 2, total: '18.12' },
        { id: 6, name: 'Mug', sku: '', quantity: 1, total: '7.00' },
      ]),
      fee_lines: JSON.stringify([{ id: 9, title: 'Gift wrap', total: '1.00' }]),
      tax_lines: JSON.stringify([{ id: 7, code: 'DE-VAT-1', title: 'VAT', total: '5.74' }]),
      coupon_lines: JSON.stringify([{ id: 8, code: 'spring', amount: '2.00' }]),
    }),
    'a column for each item': csv(SUITE, {
      ...{ ...common, order_number: number, order_date: '3/1/2024 11:14:00', customer_email: email },
      line_item_1: 'name:Tea: green; small|product_id:3|sku:TEA-1|quantity:2|total:18.12|sub_total:20.00',
      line_item_2:
        'name:Mug|product_id:4|sku:|quantity:1|total:7.00|sub_total:7.00|tax_data:a:1:{s:5:"total";}',
      fee_items: 'name:Gift wrap|total:1.00|tax:0.19',
      tax_items: 'rate_id:1|code:DE-VAT-1|total:5.74|label:VAT',
      coupon_items: 'code:spring|amount:2.00',
    }),
  };
}

import { type MailTexts, paragraphs } from '../templates.ts';

export const DE: MailTexts = {
  words: {
    discount: 'Rabatt',
    shipping: 'Versand',
    tax: 'Umsatzsteuer',
    total: 'Gesamtbetrag',
    carrier: 'Versand mit',
    trackingNumber: 'Sendungsnummer',
    track: 'Sendung verfolgen',
    pay: 'Jetzt bezahlen',
    code: (validFor) => `Ihr Code (gültig für ${validFor}):`,
    actions: {
      verify: { label: 'Adresse bestätigen', validFor: '3 Tage' },
      reset: { label: 'Neues Passwort wählen', validFor: '30 Minuten' },
      email: { label: 'Diese Adresse verwenden', validFor: '1 Stunde' },
      'reset-password': { label: 'Neues Passwort wählen', validFor: '30 Minuten' },
      'accept-invitation': { label: 'Einladung annehmen', validFor: '7 Tage' },
    },
  },
  mails: {
    order_placed: {
      subject: 'Bitte bezahlen Sie Ihre Bestellung {{ order_number }} bei {{ store_name }}',
      body: paragraphs(
        'Vielen Dank für Ihre Bestellung {{ order_number }}. Wir halten die Ware für Sie bereit. Bitte zahlen Sie {{ total }}{% if pay_by %} bis zum {{ pay_by }}{% endif %}, und nennen Sie dabei die Nummer der Bestellung.',
        '{{ instructions }}',
        '{{ order_table }}',
      ),
    },
    payment_link: {
      subject: 'Bitte bezahlen Sie Ihre Bestellung {{ order_number }} bei {{ store_name }}',
      body: paragraphs(
        'Wir haben die Bestellung {{ order_number }} für Sie zusammengestellt und halten die Ware bereit. Bitte zahlen Sie {{ total }}{% if pay_by %} bis zum {{ pay_by }}{% endif %}.',
        '{{ payment_button }}',
        '{{ order_table }}',
      ),
    },
    order_confirmation: {
      subject: 'Ihre Bestellung {{ order_number }} bei {{ store_name }}',
      body: paragraphs(
        '{% if exchange_of %}Die Bestellung {{ order_number }} bringt Ihnen, was Sie für die zurückgesandte Ware der Bestellung {{ exchange_of }} gewählt haben.{% else %}Vielen Dank für Ihre Bestellung {{ order_number }}. Ihre Zahlung ist bei uns eingegangen.{% endif %}',
        '{{ order_table }}',
      ),
    },
    payment_failed: {
      subject: 'Ihre Zahlung für die Bestellung {{ order_number }} bei {{ store_name }} ist fehlgeschlagen',
      body: paragraphs(
        'Die Zahlung von {{ total }} für Ihre Bestellung {{ order_number }} hat nicht geklappt. Es wurde kein Geld abgebucht.',
        'Wir halten die Bestellung kurze Zeit für Sie bereit: Bitte versuchen Sie es in unserem Shop noch einmal, vielleicht mit einer anderen Zahlungsart. Falls Sie inzwischen bezahlt haben, können Sie diese Nachricht ignorieren.',
      ),
    },
    order_shipped: {
      subject: 'Ihre Bestellung {{ order_number }} bei {{ store_name }} ist unterwegs',
      body: paragraphs(
        '{% if is_part %}Ein Teil Ihrer Bestellung {{ order_number }} hat unser Lager verlassen. Der Rest folgt.{% else %}Ihre Bestellung {{ order_number }} hat unser Lager verlassen.{% endif %}',
        '{{ goods_table }}',
        '{{ tracking_button }}',
      ),
    },
    order_ready: {
      subject: 'Ihre Bestellung {{ order_number }} bei {{ store_name }} liegt zur Abholung bereit',
      body: paragraphs(
        'Ihre Bestellung {{ order_number }} liegt für Sie bereit: {{ pickup_place }}.',
        '{{ goods_table }}',
        '{% if opening_hours_table %}Öffnungszeiten:',
        '{{ opening_hours_table }}{% endif %}',
        '{{ pickup_note }}',
      ),
    },
    order_cancelled: {
      subject: 'Ihre Bestellung {{ order_number }} bei {{ store_name }} wurde storniert',
      body: paragraphs(
        '{% if is_unpaid %}Zu Ihrer Bestellung {{ order_number }} ist keine Zahlung bei uns eingegangen. Wir haben sie deshalb storniert.',
        'Wenn Sie die Ware noch möchten, bestellen Sie bitte erneut.{% else %}Ihre Bestellung {{ order_number }} wurde storniert.',
        'Falls Sie bereits bezahlt haben, melden wir uns wegen Ihres Geldes bei Ihnen.{% endif %}',
      ),
    },
    order_refunded: {
      subject: 'Erstattung zu Ihrer Bestellung {{ order_number }} bei {{ store_name }}',
      body: paragraphs(
        'Zu Ihrer Bestellung {{ order_number }} erstatten wir Ihnen {{ amount }} auf dem Weg, auf dem Sie bezahlt haben. Je nach Bank dauert das einige Tage.',
      ),
    },
    return_requested: {
      subject: 'Ihre Rücksendung zur Bestellung {{ order_number }} bei {{ store_name }}',
      body: paragraphs(
        'Ihre Anfrage ist bei uns eingegangen, wir antworten bald. Sie betrifft:',
        '{{ goods_table }}',
      ),
    },
    return_approved: {
      subject: 'Bitte senden Sie Ware der Bestellung {{ order_number }} an {{ store_name }} zurück',
      body: paragraphs(
        'Wir sind mit Ihrer Rücksendung einverstanden. Bitte senden Sie uns:',
        '{{ goods_table }}',
        '{{ note }}',
      ),
    },
    return_rejected: {
      subject: 'Ihre Rücksendung zur Bestellung {{ order_number }} bei {{ store_name }} wurde abgelehnt',
      body: paragraphs('Diese Ware können wir leider nicht zurücknehmen:', '{{ goods_table }}', '{{ note }}'),
    },
    return_received: {
      subject: 'Ihre Rücksendung zur Bestellung {{ order_number }} ist bei {{ store_name }} angekommen',
      body: paragraphs(
        'Diese Ware ist bei uns eingetroffen:',
        '{{ goods_table }}',
        'Wie es weitergeht, teilen wir Ihnen mit.',
      ),
    },
    withdrawal_received: {
      subject: 'Ihr Widerruf der Bestellung {{ order_number }} bei {{ store_name }}',
      body: paragraphs(
        'Ihr Widerruf der Bestellung {{ order_number }} ist am {{ received_at }} bei uns eingegangen. Er betrifft:',
        '{{ goods_table }}',
        'Wir versenden diese Ware vorerst nicht und melden uns wegen Ihres Geldes bei Ihnen.',
      ),
    },
    verification: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für {{ store_name }}',
      body: paragraphs(
        'Sie haben jetzt ein Kundenkonto bei {{ store_name }}. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört.',
        '{{ code }}',
      ),
    },
    password_reset: {
      subject: 'Ihr Passwort für {{ store_name }} zurücksetzen',
      body: paragraphs(
        '{% if name %}Guten Tag {{ name }},{% endif %}',
        'Jemand, vermutlich Sie selbst, möchte das Passwort Ihres Kundenkontos bei {{ store_name }} zurücksetzen.',
        'Falls Sie das nicht waren, können Sie diese Nachricht ignorieren: Ohne den Code darin ändert sich nichts.',
        '{{ code }}',
      ),
    },
    password_changed: {
      subject: 'Ihr Passwort für {{ store_name }} wurde geändert',
      body: paragraphs(
        '{% if name %}Guten Tag {{ name }},{% endif %}',
        'Das Passwort Ihres Kontos bei {{ store_name }} wurde geändert.',
        'Falls Sie das nicht waren, setzen Sie bitte sofort Ihr Passwort zurück und melden Sie sich bei uns.',
      ),
    },
    email_change: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse für {{ store_name }}',
      body: paragraphs(
        'Jemand hat diese Adresse als neue Adresse eines Kundenkontos bei {{ store_name }} angegeben.',
        'Falls Sie das nicht waren, können Sie diese Nachricht ignorieren: Ohne den Code darin ändert sich nichts.',
        '{{ code }}',
      ),
    },
    email_taken: {
      subject: 'Ihre E-Mail-Adresse bei {{ store_name }}',
      body: paragraphs(
        'Jemand möchte diese Adresse für ein weiteres Kundenkonto bei {{ store_name }} verwenden. Zu dieser Adresse gibt es bereits ein Konto; es wurde nichts geändert.',
        'Falls Sie das waren, melden Sie sich mit dieser Adresse an oder setzen Sie ihr Passwort zurück.',
      ),
    },
    email_change_requested: {
      subject: 'Eine neue E-Mail-Adresse für Ihr Kundenkonto bei {{ store_name }}',
      body: paragraphs(
        '{% if name %}Guten Tag {{ name }},{% endif %}',
        'Jemand, der Ihr Passwort kennt, möchte die Adresse Ihres Kundenkontos bei {{ store_name }} in {{ new_email }} ändern. Sie ändert sich, sobald jene Adresse bestätigt ist.',
        'Falls Sie das nicht waren, setzen Sie bitte sofort Ihr Passwort zurück und melden Sie sich bei uns.',
      ),
    },
    email_changed: {
      subject: 'Die E-Mail-Adresse Ihres Kundenkontos bei {{ store_name }} wurde geändert',
      body: paragraphs(
        '{% if name %}Guten Tag {{ name }},{% endif %}',
        'Ihr Kundenkonto bei {{ store_name }} hat jetzt die Adresse {{ new_email }}.',
        'Falls Sie das nicht waren, setzen Sie bitte sofort Ihr Passwort zurück und melden Sie sich bei uns.',
      ),
    },
    operator_password_reset: {
      subject: 'Ihr Passwort für die Verwaltung von {{ store_name }} zurücksetzen',
      body: paragraphs(
        '{% if name %}Guten Tag {{ name }},{% endif %}',
        'Jemand, vermutlich Sie selbst, möchte Ihr Passwort für die Verwaltung von {{ store_name }} zurücksetzen.',
        'Falls Sie das nicht waren, können Sie diese Nachricht ignorieren: Ohne den Code darin ändert sich nichts.',
        '{{ code }}',
      ),
    },
    invitation: {
      subject: 'Sie sind zu {{ store_name }} eingeladen',
      body: paragraphs(
        `{{ inviter | default: 'Ein Mitarbeiter' }} lädt Sie ein, bei {{ store_name }} mitzuarbeiten (Rolle: {{ role }}).`,
        '{{ code }}',
      ),
    },
  },
};

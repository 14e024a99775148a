import { Type } from 'typebox';

/** As postal codes are written, and what begins like one. */
const CODE = '[0-9A-Za-z][0-9A-Za-z ]{0,15}';

/** A code, the beginning of codes, or a range of equally long ones. */
export const postalCodePattern = Type.String({ pattern: `^${CODE}([*]|-${CODE})?$`, maxLength: 33 });

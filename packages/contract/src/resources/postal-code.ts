import { Type } from 'typebox';

/** The characters of postal codes, and of their beginnings. */
const CODE = '[0-9A-Za-z][0-9A-Za-z ]{0,15}';

/** A code, the beginning of codes, or a range of equally long ones. */
export const postalCodePattern = Type.String({ pattern: `^${CODE}([*]|-${CODE})?$`, maxLength: 33 });

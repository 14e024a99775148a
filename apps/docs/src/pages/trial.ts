import { type PlacedOperation, parameterOf } from './document.ts';
import { requestOf } from './samples.ts';

/** The data that a reader needs to send an operation from its page. */
export interface Trial {
  method: string;
  path: string;
  credential?: { header: string; before: string; name: string };
  parameters: TrialParameter[];
  body?: { type: string; kind: 'text' | 'file'; example: string };
}

export interface TrialParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  /** The allowed values of a field, where there is a list of them. */
  values?: string[];
}

/** Headers that requests rarely carry: the page only lists them. */
const LEFT_OUT = ['Prefer', 'If-None-Match'];

/** Undefined where only a program of its own can make the request. */
export function trialOf(operation: PlacedOperation): Trial | undefined {
  const { method, credential, contentType, json } = requestOf(operation);
  if (credential?.header === 'payment-signature') return undefined;
  const isFile = contentType !== undefined && /^(image|multipart)\//.test(contentType);
  return {
    method,
    path: operation.path,
    ...(credential
      ? { credential: { header: credential.header, before: credential.before, name: credential.variable } }
      : {}),
    parameters: operation.parameters
      .map(parameterOf)
      .filter(({ name }) => !LEFT_OUT.includes(name))
      .map(({ name, in: place, required, schema }) => ({
        name,
        in: place,
        required,
        ...valuesOf(schema.type === 'boolean' ? ['true', 'false'] : schema.enum),
      })),
    ...(contentType
      ? {
          body: {
            type: contentType,
            kind: isFile ? ('file' as const) : ('text' as const),
            example: json === undefined ? '' : JSON.stringify(json, null, 2),
          },
        }
      : {}),
  };
}

const valuesOf = (values: readonly unknown[] | undefined) => (values ? { values: values.map(String) } : {});

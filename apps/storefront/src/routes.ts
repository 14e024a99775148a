import type { StoreClient } from '@service/client-js';
import type { Html } from '@service/theme-sdk';
import type { Express, NextFunction, Request, Response } from 'express';
import { chooseLanguage, createReader, type Language, type Reader } from './reader.ts';
import type { createVisits, Visit } from './visit.ts';

type Visits = ReturnType<typeof createVisits>;
type Handler = (req: Request, res: Response) => Promise<unknown>;

type OpenedPayment = Awaited<ReturnType<StoreClient['payCartOrder']>>['payment'];

/** What the addresses of each subject are made of. */
export interface Routes extends Visits {
  get(path: string, handler: (visit: Visit) => unknown): void;
  /** A part of a page that a script asks for, in the language that its address begins with. */
  getPart(path: string, render: (req: Request, reader: Reader) => Promise<Html>): void;
  /** `handler` returns the page that the browser gets then, so that a reload sends nothing again. */
  post(path: string, handler: (req: Request, res: Response) => Promise<string>): void;
  /** Opens a payment of the order at `path`. A form leads to where it is paid; a script gets the secret for its provider's form. */
  postPayment(path: string, open: (req: Request) => Promise<{ payment: OpenedPayment }>): void;
  getFile(path: string, type: 'pdf' | 'xml', read: (req: Request) => Promise<Uint8Array>): void;
  /** For the messages and documents of an order. */
  languageOf(req: Request, res: Response): Promise<{ locale: Language }>;
  apiUrl: string;
  /** Absent where payments are real. */
  demoPaymentSecret: string | undefined;
}

export function createRoutes(
  app: Express,
  visits: Visits,
  settings: Pick<Routes, 'apiUrl' | 'demoPaymentSecret'>,
): Routes {
  return {
    ...visits,
    ...settings,
    get(path, handler) {
      app.get(
        path,
        caught(async (req, res) => handler(await visits.visitOf(req, res))),
      );
    },
    getPart(path, render) {
      app.get(
        path,
        caught(async (req, res) => {
          const { language = 'en' } = res.locals as { language?: Language };
          const part = await render(req, createReader(language, 'UTC'));
          res.set('Cache-Control', 'private, max-age=60').vary('Cookie').send(String(part));
        }),
      );
    },
    post(path, handler) {
      app.post(
        path,
        caught(async (req, res) => res.redirect(303, await handler(req, res))),
      );
    },
    postPayment(path, open) {
      app.post(
        `${path}/payment`,
        caught(async (req, res) => {
          const { clientSecret, redirectUrl } = (await open(req)).payment;
          if (req.accepts('html', 'json') === 'json')
            return res.set('Cache-Control', 'no-store').json({ clientSecret });
          return res.redirect(303, redirectUrl ?? req.path.slice(0, -'/payment'.length));
        }),
      );
    },
    getFile(path, type, read) {
      app.get(
        path,
        caught(async (req, res) => {
          const bytes = await read(req);
          res.type(type).set('Cache-Control', 'no-store').send(Buffer.from(bytes));
        }),
      );
    },
    async languageOf(req, res) {
      return { locale: chooseLanguage(req, res, await visits.guestOf(req).getStoreConfig()) };
    },
  };
}

export const caught = (handler: Handler) => (req: Request, res: Response, next: NextFunction) => {
  handler(req, res).catch(next);
};

/** What was typed into a field of a form. */
export const textOf = ({ body }: Request, field: string): string => String(body[field] ?? '').trim();

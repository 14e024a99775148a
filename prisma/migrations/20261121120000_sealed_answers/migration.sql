-- The hash of a request is sealed with its answer: a request may hold a password, and a bare hash of one can be guessed at.
-- Answers that were kept without it are of no use any more. A repetition of their requests is carried out anew.
DELETE FROM "idempotency_keys";
ALTER TABLE "idempotency_keys" DROP COLUMN "request_hash";

-- Pictures that stores upload; their files are elsewhere.
CREATE TABLE pictures (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  tenant_id uuid NOT NULL,
  hash text,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes integer NOT NULL,
  stored_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  is_unused boolean NOT NULL DEFAULT false,
  CONSTRAINT pictures_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT pictures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants (id) ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX pictures_tenant_id_hash_key ON pictures (tenant_id, hash);
CREATE INDEX pictures_checked_at_idx ON pictures (checked_at);

-- A product's image is the address of a picture somewhere else, or one of these; then `url` is its path, for processes of before.
ALTER TABLE product_images ADD COLUMN picture_id uuid, ADD COLUMN width integer, ADD COLUMN height integer;
ALTER TABLE product_images ADD CONSTRAINT product_images_tenant_id_picture_id_fkey
  FOREIGN KEY (tenant_id, picture_id) REFERENCES pictures (tenant_id, id) ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

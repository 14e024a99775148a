-- not in a transaction: the index is built, and the reference checked, beside writers

DROP INDEX CONCURRENTLY IF EXISTS product_images_tenant_id_picture_id_idx;

-- Whether anything refers to a picture.
CREATE INDEX CONCURRENTLY product_images_tenant_id_picture_id_idx ON product_images (tenant_id, picture_id);

ALTER TABLE product_images VALIDATE CONSTRAINT product_images_tenant_id_picture_id_fkey;

#!/bin/sh
# Prints settings for docker/compose.yaml with new random secrets: sh docker/new-env.sh > docker/.env
# The lines without a value are for you to fill in; .env.example documents every further setting.
set -eu
umask 077
password() { openssl rand -hex 32; }
secret() { openssl rand -base64 32; }
owner=$(password)
runtime=$(password)
redis=$(password)
cat <<END
# From the payment provider. PAYMENT_PROVIDER=fake takes no money and needs PAYMENT_FAKE_IN_PRODUCTION=true.
PAYMENT_PROVIDER=stripe
STRIPE_SECRET_KEY=
PAYMENT_WEBHOOK_SECRET=

# Without a mail server no message reaches anybody. smtp://mailpit:1025 with --profile mail.
SMTP_URL=
MAIL_FROM=

# A server that follows the database, for lists and reports.
DATABASE_REPLICA_URL=

# A forward proxy for deliveries, such as http://user:password@proxy:3128; empty: none.
WEBHOOK_PROXY_URL=

# Key of a search engine, for SEARCH_URL; empty: none.
SEARCH_KEY=

# Where browsers reach the API: pictures are uploaded once it is set. They are on a volume, or in PICTURES_LOCATION=s3://bucket.
PICTURES_URL=

# For that, and for commerce backup --to s3://…
S3_ACCESS_KEY_ID=
S3_SECRET_ACCESS_KEY=

# Made by docker/new-env.sh. Keep a copy of SECRETS_KEY apart from the database's backups.
ADMIN_JWT_SECRET=$(secret)
SETUP_TOKEN=$(secret)
SECRETS_KEY=$(secret)
POSTGRES_PASSWORD=$owner
DATABASE_URL=postgresql://commerce:$owner@postgres:5432/commerce
DATABASE_RUNTIME_URL=postgresql://commerce_runtime:$runtime@postgres:5432/commerce
REDIS_PASSWORD=$redis
REDIS_URL=redis://:$redis@redis:6379
GRAFANA_PASSWORD=$(password)
END

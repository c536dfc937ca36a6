# What the entrypoint of the official image does with POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB.
set -eu
data=/var/lib/postgresql/data
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
mkdir -p /var/run/postgresql
chown postgres:postgres /var/run/postgresql
if [ ! -s "$data/PG_VERSION" ]; then
  chown postgres:postgres "$data"
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  as_postgres initdb -D "$data" -U "$POSTGRES_USER" -A scram-sha-256 --pwfile=/dev/stdin < /tmp/password > /dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "CREATE DATABASE \"$POSTGRES_DB\"" | as_postgres postgres --single -D "$data" postgres > /dev/null
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups \
  postgres -D "$data" -c listen_addresses='*'

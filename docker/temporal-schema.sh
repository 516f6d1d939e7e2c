#!/bin/sh
# Databases and schemas of Temporal; what is there already stays. Address and password: SQL_HOST, SQL_PASSWORD, …
set -eu

for database in temporal temporal_visibility; do
  # Folder of the versions of a schema: temporal, visibility.
  schema=${database#temporal_}
  temporal-sql-tool --database "$database" create-database
  temporal-sql-tool --database "$database" setup-schema --version 0.0
  temporal-sql-tool --database "$database" update-schema --schema-dir "/etc/temporal/schema/postgresql/v12/$schema/versioned"
done

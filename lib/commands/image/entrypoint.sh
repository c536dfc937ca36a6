#!/bin/sh
# Runs the service, or a command: docker run … satchel project list
case "${1:-}" in
  '' | -*) command=server ;;
  project | store | doctor)
    command=$1
    shift
    ;;
  *)
    echo "satchel: unknown command $1; the commands are project, store and doctor" >&2
    exit 1
    ;;
esac
# Node replaces the shell, so that it receives SIGTERM.
exec node --enable-source-maps "/app/dist/$command.js" "$@"

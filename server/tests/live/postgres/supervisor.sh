# Runs a private PostgreSQL for as long as our standard input is open: whoever holds the other end of
# that pipe may end in any way. Only who says `stop` there keeps the folder, to start it again.
# $1: the program. $2: a folder of our own. $3: the port.
postgres=$1 folder=$2 port=$3
exec 3<&0 </dev/null
"$postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories="$folder" -c fsync=off -c synchronous_commit=off \
    -c full_page_writes=off -c max_connections=200 3<&- >"$folder/log" 2>&1 &
process=$!
read -r word <&3
# At once: nobody needs what is in it.
kill -QUIT "$process" 2>/dev/null
wait "$process" 2>/dev/null
[ "$word" = stop ] || rm -rf "$folder"

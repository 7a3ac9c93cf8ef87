# Runs a private Redis that never outlives whoever started it, even if that was killed: the pipe
# on standard input ends with its other side, however that goes.
# $1: the server program. $2: a folder of our own, removed with it.
server=$1
folder=$2
# A background job's standard input is /dev/null, so the pipe moves out of the way first.
exec 3<&0 </dev/null
"$server" --port 0 --unixsocket "$folder/redis.sock" --unixsocketperm 700 --dir "$folder" \
    --save '' --appendonly no --daemonize no --loglevel warning 3<&- &
redis=$!
{ read -r _ <&3; kill -9 "$redis"; rm -rf "$folder"; } 2>/dev/null &
guard=$!
exec 3<&-
trap 'kill -9 "$redis"' HUP INT TERM
wait "$redis"
code=$?
kill "$guard" 2>/dev/null
rm -rf "$folder"
exit "$code"

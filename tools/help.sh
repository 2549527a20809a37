# Sourced by the commands in this folder: --help prints the comment at the beginning of the command.
for argument; do
  case $argument in
    -h | --help)
      sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
  esac
done

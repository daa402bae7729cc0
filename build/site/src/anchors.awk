# Puts an anchor before each section, named as forges name it, so that links into pages hold.
/^ *(```|~~~)/ { fenced = !fenced }
!fenced && /^##+ / {
  name = tolower($0)
  sub(/^#+ +/, "", name)
  gsub(/[^a-z0-9 _-]/, "", name)
  gsub(/ /, "-", name)
  if (seen[name]++) name = name "-" (seen[name] - 1)
  # Doxia puts this letter before a digit in links.
  if (name ~ /^[0-9]/) name = "a" name
  printf "<a id=\"%s\"></a>\n\n", name
}
{ print }

/** Shells that `sheaf completion` writes a script for. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/**
 * Scripts that ask the hidden command `complete` for what may follow, a line for each with its description
 * behind a tab. Where there is nothing, the shell offers files.
 */
export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: `_sheaf() {
  COMPREPLY=()
  local line
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(sheaf complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _sheaf sheaf
`,
  zsh: `#compdef sheaf
_sheaf() {
  local -a found
  local line
  while IFS= read -r line; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(sheaf complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then
    _describe sheaf found
  else
    _files
  fi
}
compdef _sheaf sheaf
`,
  fish: `function __sheaf_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (sheaf complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c sheaf -f -a '(__sheaf_complete)'
`,
};

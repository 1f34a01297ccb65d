import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { usageError } from '../../cli/usage.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const
type Shell = (typeof shells)[number]

const scripts: Readonly<Record<Shell, () => Promise<string>>> = {
  bash: async () => (await import('./bash.ts')).bashScript,
  zsh: async () => (await import('./zsh.ts')).zshScript,
  fish: async () => (await import('./fish.ts')).fishScript,
  powershell: async () => (await import('./powershell.ts')).powershellScript,
}

export const completion = defineCommand({
  name: 'completion',
  group: 'Tool',
  summary: 'Print what makes a shell complete commands, flags, ids and names',
  description: `Of ids and names it offers what the profile has: from the database of a local one, from a remote service within 300 ms or not at all. Where it goes:
  ~/.bashrc  source <(txwarden completion bash)
  ~/.zshrc   source <(txwarden completion zsh)
  $PROFILE   txwarden completion powershell | Out-String | Invoke-Expression
  once       txwarden completion fish > ~/.config/fish/completions/txwarden.fish
The one for PowerShell was written from its documentation and has not been tried.`,
  requests: false,
  arguments: { shell: one(shells.join(', '), { completes: shells }) },
  examples: [
    { command: 'txwarden completion bash > ~/.local/share/bash-completion/completions/txwarden' },
    { command: 'txwarden completion fish > ~/.config/fish/completions/txwarden.fish' },
    { command: 'txwarden completion zsh' },
  ],
  async run(context, { shell }) {
    const wanted = shells.find((each) => each === shell.toLowerCase())
    if (!wanted)
      throw usageError(`${JSON.stringify(shell)} is not one of ${shells.join(', ')}${didYouMean(shell, shells)}`)
    const script = await scripts[wanted]()
    if (context.out.isJson) await context.out.document({ shell: wanted, script })
    else await context.out.text(script)
    return undefined
  },
})

import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { one } from '../../cli/options.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'

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
  summary: 'Generate a shell completion script',
  description: `Completes commands, flags, ids and names. Ids and names come from the profile in use; a remote service has 300 ms to respond. To install:
  ~/.bashrc  source <(txwarden completion bash)
  ~/.zshrc   source <(txwarden completion zsh)
  $PROFILE   txwarden completion powershell | Out-String | Invoke-Expression
  once       txwarden completion fish > ~/.config/fish/completions/txwarden.fish
The PowerShell script is untested.`,
  requests: false,
  arguments: { shell: one(shells.join(', '), { completes: shells }) },
  examples: [
    { command: 'txwarden completion bash > ~/.local/share/bash-completion/completions/txwarden' },
    { command: 'txwarden completion fish > ~/.config/fish/completions/txwarden.fish' },
    { command: 'txwarden completion zsh' },
  ],
  async run(context, { shell }) {
    const known = shells.find((each) => each === shell.toLowerCase())
    if (!known)
      throw usageError(`${JSON.stringify(shell)} is not one of ${shells.join(', ')}${didYouMean(shell, shells)}`)
    const script = await scripts[known]()
    if (context.out.isJson) await context.out.document({ shell: known, script })
    else await context.out.text(script)
  },
})

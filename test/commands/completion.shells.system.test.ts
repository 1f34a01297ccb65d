import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { needs } from '../support/needs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { runProgramInTerminal, type Step, TERMINAL } from '../support/terminal.ts'

const root = join(import.meta.dirname, '../..')
const bin = join(root, 'bin/txwarden.js')
const TAB = '\t'
const ENTER = '\r'

/** A machine with txwarden in its PATH, an alert and a destination in its database. */
interface Machine {
  readonly folder: string
  readonly env: Record<string, string>
}

let machine: Machine

beforeEach(() => {
  const folder = temporaryFolder()
  const programs = join(folder, 'bin')
  mkdirSync(programs)
  const files = join(folder, 'files')
  mkdirSync(files)
  writeFileSync(join(files, 'transaction.json'), '{}')
  writeFileSync(join(programs, 'txwarden'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    HOME: folder,
    TXWARDEN_HOME: join(folder, 'home'),
    LC_ALL: 'C.UTF-8',
  }
  execFileSync(join(programs, 'txwarden'), ['alert', 'create', '--name', 'night', '--type', 'SONAR'], {
    env,
    stdio: 'ignore',
  })
  execFileSync(join(programs, 'txwarden'), ['name', 'add', '0x52908400098527886E0F7030069857D2E4169EE7', 'payroll'], {
    env,
    stdio: 'ignore',
  })
  machine = { folder, env }
})

/** A shell with a start-up file of its own, as its help says, and a prompt that can be waited for. */
interface Shell {
  readonly argv: (folder: string) => readonly string[]
  readonly startUp: { readonly path: string; readonly text: string }
  readonly env?: (folder: string) => Record<string, string>
}

const shells: Readonly<Record<string, Shell>> = {
  bash: {
    argv: (folder) => ['bash', '--noprofile', '--rcfile', join(folder, '.bashrc'), '-i'],
    startUp: { path: '.bashrc', text: 'source <(txwarden completion bash)\nPS1="READY "\n' },
  },
  zsh: {
    argv: () => ['zsh', '-i'],
    startUp: { path: '.zshrc', text: 'source <(txwarden completion zsh)\nPROMPT="READY "\n' },
    env: (folder) => ({ ZDOTDIR: folder }),
  },
  fish: {
    argv: () => ['fish', '-i'],
    startUp: {
      path: '.config/fish/config.fish',
      text: 'txwarden completion fish | source\nset fish_greeting\nfunction fish_prompt; echo -n "READY "; end\n',
    },
  },
}

const DROP_LINE = '\u0015'

for (const [name, { argv, startUp, env = () => ({}) }] of Object.entries(shells))
  needs(name, ...TERMINAL).test(
    `${name} completes verbs, words of a flag, names from the database, of addresses, and files`,
    async () => {
      const { folder } = machine
      mkdirSync(dirname(join(folder, startUp.path)), { recursive: true })
      writeFileSync(join(folder, startUp.path), startUp.text)
      const steps: readonly Step[] = [
        ['READY ', `txwarden control${TAB}`],
        ['control-list ', `rem${TAB}`],
        ['ove ', `--ou${TAB}`],
        ['tput ', `nd${TAB}`],
        ['json ', `${DROP_LINE}txwarden alert get ${TAB}`],
        ['night', `${DROP_LINE}txwarden control-list list --type=bl${TAB}`],
        ['=block', `${DROP_LINE}txwarden intel check @pa${TAB}`],
        ['yroll', `${DROP_LINE}txwarden validate --to @pa${TAB}`],
        ['yroll', `${DROP_LINE}txwarden validate --file ${folder}/files/tr${TAB}`],
        ['ansaction.json', `${DROP_LINE}exit${ENTER}`],
      ]
      const run = await runProgramInTerminal(argv(folder), steps, {
        env: { ...machine.env, ...env(folder) },
        stdoutIsTerminal: true,
        columns: 160,
      })
      expect(run.missed, run.screen).toEqual([])
    },
  )

type Env = Readonly<Record<string, string | undefined>>

/** Scrolls only what is longer than the screen, keeps colours, and leaves what was read on the screen. */
const LESS_FLAGS = 'FRX'

/** What shows long lists: a command for the shell; undefined when nothing is to. */
export function pagerOf(env: Env): string | undefined {
  const wanted = (env.TXWARDEN_PAGER ?? env.PAGER ?? 'less').trim()
  if (wanted === '' || wanted === 'cat' || env.TERM === 'dumb') return undefined
  return wanted
}

/**
 * Shows a text in the pager and waits until the reader leaves it. False when it fits the screen, or there is no pager:
 * then nothing was shown. Whoever leaves before the end has read enough, and that is no failure.
 * @param rows of the terminal; undefined when nobody knows
 */
export async function showInPager(text: string, env: Env, rows: number | undefined): Promise<boolean> {
  const pager = pagerOf(env)
  // The last row is the prompt's.
  if (pager === undefined || rows === undefined || text.split('\n').length <= rows) return false
  const { spawn } = await import('node:child_process')
  // Without a shell where none is needed: an interrupt would end the shell and leave the pager behind.
  const isPlain = /^[\w@%+:,./= -]+$/.test(pager)
  const [program = pager, ...args] = isPlain ? pager.split(/ +/) : [pager]
  const child = spawn(program, args, {
    shell: !isPlain,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...env, LESS: env.LESS ?? LESS_FLAGS },
  })
  // Left before all was read: the pipe breaks.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(text)
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(NOT_FOUND))
    child.on('close', resolve)
  })
  return code !== NOT_FOUND
}

/** What a shell answers for a program that is not there. */
const NOT_FOUND = 127

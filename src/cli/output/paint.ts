/** Colors by meaning; without colors, each function returns its text unchanged. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly good: (text: string) => string
  readonly warn: (text: string) => string
  readonly bad: (text: string) => string
  readonly accent: (text: string) => string
}

const same = (text: string) => text
export const plainPaint: Paint = { bold: same, dim: same, good: same, warn: same, bad: same, accent: same }

/** https://no-color.org, FORCE_COLOR and CLICOLOR: an explicit setting wins over the kind of stream. */
function wantsColor(
  env: Readonly<Record<string, string | undefined>>,
  isTTY: boolean,
  flag: boolean | undefined,
): boolean {
  if (flag === false) return false
  if (env.NO_COLOR) return false
  const forced = env.FORCE_COLOR || env.CLICOLOR_FORCE
  if (forced) return forced !== '0'
  if (env.CLICOLOR === '0') return false
  return isTTY && env.TERM !== 'dumb'
}

/** Colors for a stream, or plain text. `flag` is `--no-color`: false. */
export async function paintFor(
  { isTTY }: { readonly isTTY: boolean },
  env: Readonly<Record<string, string | undefined>>,
  flag: boolean | undefined,
): Promise<Paint> {
  if (!wantsColor(env, isTTY, flag)) return plainPaint
  const { Chalk } = await import('chalk')
  // Level 1: the terminal's own 16 colors are readable on light and dark backgrounds.
  const chalk = new Chalk({ level: 1 })
  // Of chalk, each joins all its arguments: `lines.map(paint.dim)` would print places too.
  return {
    bold: (text) => chalk.bold(text),
    dim: (text) => chalk.dim(text),
    good: (text) => chalk.green(text),
    warn: (text) => chalk.yellow(text),
    bad: (text) => chalk.red(text),
    accent: (text) => chalk.cyan(text),
  }
}

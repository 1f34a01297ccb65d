import type { Paint } from './paint.ts'

/**
 * How prompts look, in our colours: those of the library follow stdout and the process's environment, while questions
 * go to stderr and `--no-color` is a flag.
 */
export function promptTheme(paint: Paint) {
  const keys = (tips: [key: string, action: string][]) =>
    paint.dim(tips.map(([key, action]) => `${key} ${action}`).join(' · '))
  return {
    prefix: { idle: paint.accent('?'), done: paint.good('✓') },
    spinner: { interval: 80, frames: ['·', '•'] },
    icon: {
      cursor: '❯',
      checked: paint.good('◉'),
      unchecked: '○',
      disabledChecked: '◉',
      disabledUnchecked: '-',
    },
    style: {
      answer: paint.accent,
      message: paint.bold,
      error: (text: string) => paint.bad(`! ${text}`),
      defaultAnswer: (text: string) => paint.dim(`(${text})`),
      help: paint.dim,
      highlight: paint.accent,
      key: (text: string) => paint.bold(`<${text}>`),
      disabled: paint.dim,
      description: paint.dim,
      keysHelpTip: keys,
      /** The default of a yes-or-no question. */
      confirmDefault: (text: string) => text.toUpperCase(),
    },
  }
}

import type { Paint } from '../output/paint.ts'

/**
 * How prompts look, in our colours: those of the library follow stdout and the process's environment, while questions
 * go to stderr and `--no-color` is a flag.
 */
export function promptTheme(paint: Paint) {
  const { accent, dim, bold, bad, good } = paint
  // Each takes one text: the library hands over the state of the question too, which chalk would print.
  return {
    prefix: { idle: accent('?'), done: good('✓') },
    spinner: { interval: 80, frames: ['·', '•'] },
    icon: {
      cursor: '❯',
      checked: good('◉'),
      unchecked: '○',
      disabledChecked: '◉',
      disabledUnchecked: '-',
    },
    style: {
      answer: (text: string) => accent(text),
      message: (text: string) => bold(text),
      error: (text: string) => bad(`! ${text}`),
      defaultAnswer: (text: string) => dim(`(${text})`),
      help: (text: string) => dim(text),
      highlight: (text: string) => accent(text),
      key: (text: string) => bold(`<${text}>`),
      disabled: (text: string) => dim(text),
      description: (text: string) => dim(text),
      keysHelpTip: (tips: [key: string, action: string][]) =>
        dim(tips.map(([key, action]) => `${key} ${action}`).join(' · ')),
      /** What was ticked; an empty answer says so. */
      renderSelectedChoices: (ticked: readonly { readonly short: string }[]) =>
        ticked.map(({ short }) => short).join(', ') || 'none',
      /** The default of a yes-or-no question. */
      confirmDefault: (text: string) => text.toUpperCase(),
    },
  }
}

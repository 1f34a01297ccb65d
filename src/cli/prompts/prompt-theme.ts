import type { Paint } from '../output/paint.ts'
import { wrapWords } from '../output/words.ts'

/**
 * Prompts in our colours: the library's follow stdout and the environment, but prompts are on stderr, with `--no-color`.
 * @param width of an error of a prompt, without its mark
 * @param none what an empty selection means
 */
export function promptTheme(paint: Paint, width: number, none = 'none') {
  const { accent, dim, bold, bad, good } = paint
  // The library passes a second argument, which chalk would print.
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
      // The library breaks lines within a word: an error can name a command to copy.
      error: (text: string) => bad(`! ${wrapWords(text, width).join('\n  ')}`),
      defaultAnswer: (text: string) => dim(`(${text})`),
      help: (text: string) => dim(text),
      highlight: (text: string) => accent(text),
      key: (text: string) => bold(`<${text}>`),
      disabled: (text: string) => dim(text),
      description: (text: string) => dim(text),
      keysHelpTip: (tips: [key: string, action: string][]) =>
        dim(tips.map(([key, action]) => `${key} ${action}`).join(' · ')),
      renderSelectedChoices: (selected: readonly { readonly short: string }[]) =>
        selected.map(({ short }) => short).join(', ') || none,
      /** The default of a yes-or-no question. */
      confirmDefault: (text: string) => text.toUpperCase(),
    },
  }
}

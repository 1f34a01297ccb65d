import { expect, test } from 'vitest'
import { htmlOf } from '../../../src/cli/output/blocks/html.ts'
import { markdownOf } from '../../../src/cli/output/blocks/markdown.ts'
import type { DocumentPage } from '../../../src/cli/output/blocks/page.ts'

test('a page has the note of a section beside its heading', () => {
  const page: DocumentPage = {
    title: 'A transaction',
    verdict: 'SAFE',
    score: '0',
    actions: [],
    headline: 'No rule finds a risk.',
    sections: [
      { heading: 'Hashes', note: 'compare <them>', blocks: [] },
      { heading: 'Calls', blocks: [] },
    ],
    footer: [],
  }
  expect(htmlOf(page)).toContain('<h2>Hashes <small>compare &lt;them&gt;</small></h2>')
  expect(htmlOf(page)).toContain('<h2>Calls</h2>')
  expect(markdownOf(page)).toContain('### Hashes (compare &#60;them&#62;)\n')
  expect(markdownOf(page)).toContain('### Calls\n')
})

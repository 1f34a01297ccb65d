interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface ParsedFamily {
  readonly type: string
  readonly samples: readonly Sample[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (-?[0-9.e+-]+|NaN|[+-]Inf)$`)
const SUFFIXES: Readonly<Record<string, readonly string[]>> = { histogram: ['_bucket', '_sum', '_count'] }

/** Parses the text format of Prometheus. @throws Error for each thing that is not as the format or its conventions say */
export function parseMetrics(text: string): ReadonlyMap<string, ParsedFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line does not end')
  const families = new Map<string, { type: string; samples: Sample[] }>()
  const seen = new Set<string>()
  let current = ''
  let helped = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') {
      if (families.has(name)) throw new Error(`${name} occurs twice`)
      helped = name
    } else if (kind === 'TYPE') {
      if (helped !== name) throw new Error(`${name} has no help`)
      if (rest === 'counter' && !name.endsWith('_total')) throw new Error(`${name} is a counter`)
      if (rest !== 'counter' && name.endsWith('_total')) throw new Error(`${name} is no counter`)
      current = name
      families.set(name, { type: rest, samples: [] })
    } else {
      const [, of = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
      const family = families.get(current)
      const suffixes = SUFFIXES[family?.type ?? ''] ?? ['']
      if (!family || !suffixes.some((suffix) => of === `${current}${suffix}`)) throw new Error(`not a sample: ${line}`)
      const series = line.slice(0, line.lastIndexOf(' '))
      if (seen.has(series)) throw new Error(`${series} occurs twice`)
      seen.add(series)
      family.samples.push({ name: of, labels: labelsOf(labels), value: Number(value.replace('Inf', 'Infinity')) })
    }
  }
  for (const [name, { type, samples }] of families) if (type === 'histogram') checkBuckets(name, samples)
  return families
}

function labelsOf(text: string): Record<string, string> {
  const found = text.matchAll(new RegExp(LABEL, 'g'))
  return Object.fromEntries(
    Array.from(found, ([label]) => {
      const at = label.indexOf('=')
      return [label.slice(0, at), JSON.parse(label.slice(at + 1))]
    }),
  )
}

function checkBuckets(name: string, samples: readonly Sample[]): void {
  const counts = samples.filter((sample) => sample.name.endsWith('_count'))
  for (const { labels, value } of counts) {
    const isSame = (other: Sample['labels']) => Object.entries(labels).every(([label, of]) => other[label] === of)
    const buckets = samples.filter((sample) => sample.name.endsWith('_bucket') && isSame(sample.labels))
    const limits = buckets.map((bucket) => Number(bucket.labels.le?.replace('+Inf', 'Infinity')))
    const isAscending = (numbers: readonly number[]) =>
      numbers.every((each, at) => at === 0 || each >= (numbers[at - 1] ?? 0))
    if (!isAscending(limits) || limits.at(-1) !== Number.POSITIVE_INFINITY) throw new Error(`${name}: limits`)
    if (!isAscending(buckets.map((bucket) => bucket.value)) || buckets.at(-1)?.value !== value)
      throw new Error(`${name}: buckets`)
  }
}

/** Value of a series with these labels; undefined where there is none. */
export function seriesValue(
  families: ReadonlyMap<string, ParsedFamily>,
  series: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const samples = [...families.values()].flatMap((family) => family.samples)
  const isIt = ({ name, labels: has }: Sample) =>
    name === series && Object.entries(labels).every(([label, of]) => has[label] === of)
  return samples.find(isIt)?.value
}

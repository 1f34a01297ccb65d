/** A measured value; the suffix is that of a part of a histogram. */
export interface Sample {
  readonly value: number
  readonly suffix?: '_bucket' | '_sum' | '_count'
  readonly labels?: readonly (readonly [name: string, value: string])[]
}

/** The samples of one name. */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

export const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8'

/** A gauge without labels; without samples where its value is not known. */
export function gauge(name: string, help: string, value: number | null | undefined): Family {
  return { name, help, type: 'gauge', samples: value == null ? [] : [{ value }] }
}

/** A gauge with one label. */
export function gaugeBy(
  name: string,
  help: string,
  label: string,
  values: Iterable<readonly [of: string, value: number]>,
): Family {
  return { name, help, type: 'gauge', samples: [...values].map(([of, value]) => ({ value, labels: [[label, of]] })) }
}

/** The text format of Prometheus, version 0.0.4. A family without samples has its two comments. */
export function toText(families: readonly Family[]): string {
  return families
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(({ value, suffix = '', labels = [] }) => {
        const shown = labels.map(([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`).join(',')
        return `${name}${suffix}${shown === '' ? '' : `{${shown}}`} ${numberText(value)}\n`
      })
      return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}

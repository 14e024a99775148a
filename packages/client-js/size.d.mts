export function weigh(entry?: string): Promise<{ minified: number; gzipped: number; code: string }>;

// The review as a file: what `bastide review --json` prints.
import type { Review } from '../../engine';
import { saveFile } from '../../ui/saveFile';

export function reviewText(review: Review): string {
  return `${JSON.stringify(review)}\n`;
}

export function saveReview(review: Review): void {
  saveFile('bastide-review.json', new Blob([reviewText(review)], { type: 'application/json' }));
}

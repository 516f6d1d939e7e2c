import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatCount, formatMilliseconds } from '../../parts/format';
import { type LatencyReport, placeIn, shownBins } from './latency-report';

const heightPx = 260;
const labelPx = 70;
const headroom = 1.4;

/**
 * Histogram of a report with its percentiles marked. All bins have the same width, since their edges grow by
 * a constant factor. A click on a bar selects its bin. The table next to the plot has the same numbers.
 */
export function Histogram({ report, onPick }: { report: LatencyReport; onPick: (bin: number) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  }, [onPick]);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const draw = () =>
      plotOf(element, report, (bin) => {
        pick.current(bin);
      });
    let plot = draw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => {
      plot.destroy();
      plot = draw();
    };
    const observer = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height: heightPx });
    });
    observer.observe(element);
    scheme.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [report]);
  return (
    <div ref={place} role="img" aria-label="Histogram of processing times; the table below has the numbers" />
  );
}

function plotOf(element: HTMLElement, report: LatencyReport, onPick: (bin: number) => void): uPlot {
  const bins = shownBins(report);
  const counts = bins.map(({ count }) => count);
  const edges = [bins[0]?.low ?? 0, ...bins.map(({ high }) => high)];
  const text = colourOf(element, '--text');
  const line = colourOf(element, '--line');
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: heightPx,
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false, points: { show: false } },
      padding: [null, labelPx / 2, null, null],
      scales: {
        x: { time: false, range: [0, counts.length] },
        // The names of the percentiles need space above the bars.
        y: { range: (_, __, most) => [0, Math.max(most, 1) * headroom] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          splits: (shown) => splitsOf(counts.length, shown.width),
          values: (_, splits) => splits.map((at) => formatMilliseconds(edges[at] ?? 0)),
        },
        {
          ...axis,
          values: (_, splits) => splits.map((count) => (Number.isInteger(count) ? formatCount(count) : '')),
        },
      ],
      series: [
        {},
        {
          fill: colourOf(element, '--accent'),
          paths: uPlot.paths.bars!({ size: [0.9, Infinity], align: 1 }),
          points: { show: false },
        },
      ],
      hooks: {
        draw: [
          (shown) => {
            const { percentiles } = report;
            markPercentiles(shown, { percentiles, edges, text, colour: colourOf(element, '--warning') });
          },
        ],
      },
    },
    [counts.map((_, bin) => bin), counts],
    element,
  );
  plot.over.addEventListener('click', ({ offsetX }) => {
    const bin = Math.floor(plot.posToVal(offsetX, 'x'));
    const picked = bins[bin];
    if (picked !== undefined && picked.count > 0) onPick(picked.bin);
  });
  return plot;
}

/** Labelled edges, as many as fit. */
function splitsOf(bins: number, widthPx: number): number[] {
  const step = Math.max(1, Math.ceil((bins * labelPx) / Math.max(widthPx, 1)));
  return Array.from({ length: bins + 1 }, (_, at) => at).filter((at) => at % step === 0);
}

function markPercentiles(
  plot: uPlot,
  marks: Pick<LatencyReport, 'percentiles'> & { edges: readonly number[]; text: string; colour: string },
): void {
  const { percentiles, edges, text, colour } = marks;
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.fillStyle = text;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  Object.entries(percentiles).forEach(([name, ms], row) => {
    if (ms === null) return;
    const x = plot.valToPos(placeIn(edges, ms), 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const isRight = x > bbox.left + bbox.width * 0.8;
    ctx.textAlign = isRight ? 'right' : 'left';
    ctx.fillText(
      `${name} ${formatMilliseconds(ms)}`,
      x + (isRight ? -6 : 6) * devicePixelRatio,
      bbox.top + (14 + 16 * row) * devicePixelRatio,
    );
  });
  ctx.restore();
}

/** A theme colour for the canvas, in the colour scheme of the page. */
function colourOf(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

'use client';

import { useEffect, useRef } from 'react';

const MAX_ZOOM = 8;
/** Movement, in px, up to which a pointer counts as a click. */
const CLICK_PX = 5;

type Point = { x: number; y: number };

type Props = { path: string; name: string; onClose: () => void };

/**
 * A picture fitted to 92 % of the window. The wheel and two fingers zoom, one pointer moves a zoomed picture, and a
 * click next to the picture closes it.
 */
export function Zoomable({ path, name, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const { current: area } = box;
    const { current: picture } = image;
    if (area === null || picture === null) return;
    const pointers = new Map<number, Point>();
    let zoom = 1;
    let shift: Point = { x: 0, y: 0 };
    let moved = 0;
    /** Zooms by a factor; the point stays in place. Without zoom, the picture is in the middle. */
    const zoomAt = (point: Point, factor: number) => {
      const before = zoom;
      zoom = Math.min(MAX_ZOOM, Math.max(1, zoom * factor));
      const middle = { x: area.clientWidth / 2, y: area.clientHeight / 2 };
      const ratio = zoom / before;
      shift =
        zoom === 1
          ? { x: 0, y: 0 }
          : {
              x: (point.x - middle.x) * (1 - ratio) + shift.x * ratio,
              y: (point.y - middle.y) * (1 - ratio) + shift.y * ratio,
            };
      draw();
    };
    const draw = () => {
      picture.style.transform = `translate(${shift.x}px, ${shift.y}px) scale(${zoom})`;
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      zoomAt({ x: event.clientX, y: event.clientY }, Math.exp(-event.deltaY / 400));
    };
    const onDown = (event: PointerEvent) => {
      if (pointers.size === 0) moved = 0;
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      area.setPointerCapture(event.pointerId);
    };
    const onMove = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const now = { x: event.clientX, y: event.clientY };
      moved += Math.hypot(now.x - before.x, now.y - before.y);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (other !== undefined) {
        const distance = Math.hypot(before.x - other.x, before.y - other.y);
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        if (distance > 0) zoomAt(middle, Math.hypot(now.x - other.x, now.y - other.y) / distance);
      } else if (zoom > 1) {
        shift = { x: shift.x + now.x - before.x, y: shift.y + now.y - before.y };
        draw();
      }
    };
    const onUp = (event: PointerEvent) => {
      const isClick = pointers.delete(event.pointerId) && pointers.size === 0 && moved < CLICK_PX;
      if (!isClick || event.type === 'pointercancel') return;
      const { left, top, width, height } = picture.getBoundingClientRect();
      const fit = Math.min(width / picture.naturalWidth, height / picture.naturalHeight);
      const isBeside =
        Math.abs(event.clientX - left - width / 2) > (picture.naturalWidth * fit) / 2 ||
        Math.abs(event.clientY - top - height / 2) > (picture.naturalHeight * fit) / 2;
      if (isBeside) close.current();
    };
    /** Keeps the movement of a zoomed picture from being a swipe to the next one. */
    const onTouch = (event: TouchEvent) => {
      if (zoom > 1) event.stopPropagation();
    };
    const ended = new AbortController();
    const { signal } = ended;
    // React's wheel listeners are passive, so they could not keep the page from scrolling.
    area.addEventListener('wheel', onWheel, { passive: false, signal });
    area.addEventListener('touchstart', onTouch, { passive: true, signal });
    area.addEventListener('touchend', onTouch, { signal });
    area.addEventListener('pointerdown', onDown, { signal });
    area.addEventListener('pointermove', onMove, { signal });
    area.addEventListener('pointerup', onUp, { signal });
    area.addEventListener('pointercancel', onUp, { signal });
    return () => ended.abort();
  }, []);
  return (
    <div ref={box} className="grid size-full touch-none select-none place-items-center overflow-hidden">
      <img
        ref={image}
        src={path}
        alt={name}
        draggable={false}
        className="h-[92dvh] w-[92vw] object-contain"
      />
    </div>
  );
}

"""What is drawn in a figure, read back from it: for tests of figures."""

import numpy as np


def words(figure):
    """Return every text of a figure, of its axes and of their labels."""
    from matplotlib.text import Text

    return [item.get_text() for item in figure.findobj(Text) if item.get_text()]


def lines(axes, marker=None):
    """Return the lines of axes as pairs of lists of numbers; only those with a marker."""
    found = [line for line in axes.get_lines() if marker is None or line.get_marker() == marker]
    return [(np.asarray(line.get_xdata(), float), np.asarray(line.get_ydata(), float)) for line in found]


def overlaps(figure, texts):
    """Return pairs of texts of a figure whose boxes lie on each other, once it is drawn."""
    figure.canvas.draw()
    boxes = [(item.get_text(), item.get_window_extent()) for item in texts]
    return [
        (one[0], other[0])
        for place, one in enumerate(boxes)
        for other in boxes[place + 1 :]
        if one[1].overlaps(other[1])
    ]


def outside(figure):
    """Return the texts that a figure's edge cuts off."""
    from matplotlib.text import Text

    figure.canvas.draw()
    width, height = figure.bbox.size
    found = []
    shown = {id(tick) for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for tick in axis._update_ticks()}
    hidden = {
        id(text)
        for axes in figure.axes
        for axis in (axes.xaxis, axes.yaxis)
        for tick in (*axis.majorTicks, *axis.minorTicks)
        if id(tick) not in shown
        for text in (tick.label1, tick.label2)
    }
    for item in figure.findobj(Text):
        if id(item) in hidden or not item.get_text().strip() or not item.get_visible():
            continue
        box = item.get_window_extent()
        if box.x0 < -1 or box.y0 < -1 or box.x1 > width + 1 or box.y1 > height + 1:
            found.append(item.get_text())
    return found

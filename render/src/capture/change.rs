//! What of a picture is not as it was before.
//!
//! In: which pixels differ. Out: the smallest rectangle around them.

/// A part of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

impl Rectangle {
    /// Everything.
    pub fn whole(width: u32, height: u32) -> Self {
        Self { x: 0, y: 0, width, height }
    }

    /// Around all pixels that differ, one pixel where none does. `differs` takes the number of a
    /// pixel, row by row.
    pub fn around(width: u32, height: u32, differs: impl Fn(usize) -> bool) -> Self {
        let at = |x: u32, y: u32| differs(y as usize * width as usize + x as usize);
        let row = |y: &u32| (0..width).any(|x| at(x, *y));
        let Some(top) = (0..height).find(row) else {
            return Self { x: 0, y: 0, width: 1, height: 1 };
        };
        let bottom = (top..height).rev().find(row).unwrap_or(top);
        let column = |x: &u32| (top..=bottom).any(|y| at(*x, y));
        let left = (0..width).find(column).unwrap_or(0);
        let right = (left..width).rev().find(column).unwrap_or(left);
        Self { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
    }

    /// The numbers of its pixels in a picture of this width, row by row.
    pub fn pixels(self, width: u32) -> impl Iterator<Item = usize> {
        (self.y..self.y + self.height).flat_map(move |y| {
            let row = y as usize * width as usize;
            (self.x..self.x + self.width).map(move |x| row + x as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_holds_all_that_differs_and_no_more() {
        let around = Rectangle::around(5, 4, |i| [6, 13].contains(&i));
        assert_eq!(around, Rectangle { x: 1, y: 1, width: 3, height: 2 });
        assert_eq!(around.pixels(5).collect::<Vec<_>>(), [6, 7, 8, 11, 12, 13]);
        let nothing = Rectangle::around(5, 4, |_| false);
        assert_eq!((nothing.width, nothing.height), (1, 1));
        assert_eq!(Rectangle::around(5, 4, |_| true), Rectangle::whole(5, 4));
    }
}
